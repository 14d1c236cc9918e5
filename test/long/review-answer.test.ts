import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

let repository: Repository;
afterEach(() => repository.remove());

/** One example that many functions satisfy. */
const TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { double } from "./double.js";

test("doubles", () => {
  assert.equal(double(2), 4);
});
`;

it("writes the test that decides between two changes, and repairs again with it", async () => {
  repository = makeRepository((folder) => {
    writeFileSync(join(folder, "package.json"), '{"type":"module","scripts":{"test":"node --test"}}');
    writeFileSync(join(folder, "double.js"), "export function double(n) {\n  return n + 3;\n}\n");
    writeFileSync(join(folder, "double.test.js"), TEST);
  });
  const first = await agentforge(repository.path, ["repair", "--json"]);
  const { review } = first.json;
  const shown = (await agentforge(repository.path, ["review", "show", review.review_id])).stdout;
  const right = /^ +(\d+)\. double\(3\): \S+ with this change, 6 with another$/m.exec(shown);
  expect(right, shown).not.toBeNull();

  const answer = ["review", "answer", "--test", "other", "--question", right?.[1] ?? "", "--json"];
  const again = await agentforge(repository.path, answer);
  expect(again.json.status, again.stdout).toBe("waiting_for_review");
  expect(repository.read("double-decided.test.js")).toContain("assert.deepStrictEqual(double(3), 6)");
  expect(again.json.review.change.diff).toMatch(/\+ {2}return (?:n \* 2|n \+ n|2 \* n);/);
  const old = await agentforge(repository.path, ["review", "show", review.review_id, "--json"]);
  expect(old.json).toMatchObject({ status: "rejected" });
  expect(repository.git("status", "--porcelain")).toBe("?? double-decided.test.js\n");
});
