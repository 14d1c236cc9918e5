import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { makeRepository, type Repository } from "../support/repository.ts";
import { noPytest } from "../support/toolchains.ts";

const DIAL = {
  "dial.py": `HOURS = 12


def clockwise(start, end):
    """Hours from one position of a dial to another, clockwise."""
    return abs(end - start)
`,
  "test_dial.py": `from dial import clockwise


def test_forward():
    assert clockwise(3, 8) == 5


def test_past_twelve():
    assert clockwise(10, 2) == 4
    assert clockwise(11, 1) == 2


def test_nowhere():
    assert clockwise(7, 7) == 0
`,
};

let repository: Repository;
afterEach(() => repository?.remove());

it.skipIf(noPytest)(
  "proposes an expression built from the values that the tests show, and asks",
  async () => {
    repository = makeRepository((folder) => {
      for (const [path, text] of Object.entries(DIAL)) writeFileSync(join(folder, path), text);
    });
    const repaired = await agentforge(repository.path, ["repair", "--auto", "--json"]);
    expect(repaired.json.status).toBe("waiting_for_review");
    expect(repaired.json.review.change.diff).toContain("+    return (end - start) % HOURS");
    expect(repaired.json.review.asked_because.join("\n")).toContain("values");
  },
  120_000,
);
