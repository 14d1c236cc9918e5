import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { exampleRepository, leftovers, type Repository } from "../support/repository.ts";

let repository: Repository;
afterEach(() => repository.remove());

describe("a test that passes when it is run alone", () => {
  const leaning = `import assert from "node:assert/strict";
import test from "node:test";
test("leaves something behind", () => { globalThis.left = 1; });
test("trips over it", () => assert.equal(globalThis.left, undefined));
`;

  it("is called flaky and not repaired, but the bug next to it is", async () => {
    repository = exampleRepository("calculator-js");
    repository.write("leaning.test.js", leaning);
    repository.git("add", "-A");
    repository.git("commit", "-qm", "a test that depends on another");
    const { json } = await agentforge(repository.path, ["repair", "--json"]);
    expect(json).toMatchObject({ status: "waiting_for_review", review: { evidence: { still_failing: [] } } });
    expect(json.review.evidence.fixed).toHaveLength(1);
    expect(json.review.evidence.notes.join()).toMatch(/flaky, not repaired: .*trips over it/);
    expect(leftovers(repository)).toEqual([]);
  });

  it("triggers no search if it is the only failure and fails differently every time", async () => {
    repository = exampleRepository("calculator-js");
    repository.write("calculator.js", repository.read("calculator.js").replace("a - b", "a + b"));
    repository.write("leaning.test.js", leaning.replace("undefined)", "undefined, String(Math.random()))"));
    const { json } = await agentforge(repository.path, ["repair", "--json"]);
    expect(json).toMatchObject({ status: "only_flaky" });
    expect(leftovers(repository)).toEqual([]);
  });

  it("is repaired if it is the only failure, and the review says that it depends on other tests", async () => {
    repository = exampleRepository("calculator-js");
    repository.write(
      "calculator.js",
      "const DEFAULTS = { digits: [] };\n\nexport function settings(digit) {\n  const own = { ...DEFAULTS };\n  if (digit) own.digits.push(digit);\n  return own;\n}\n",
    );
    repository.write(
      "calculator.test.js",
      `import assert from "node:assert/strict";
import test from "node:test";
import { settings } from "./calculator.js";
test("keeps a digit", () => assert.deepEqual(settings(4).digits, [4]));
test("has none at first", () => assert.deepEqual(settings().digits, []));
`,
    );
    repository.git("commit", "-qam", "shared defaults");
    const { json } = await agentforge(repository.path, ["repair", "--auto", "--json"]);
    expect(json).toMatchObject({ status: "waiting_for_review" });
    expect(json.review.change.diff).toContain("+  const own = structuredClone(DEFAULTS);");
    expect(json.review.asked_because.join()).toMatch(
      /has none at first fails only when other tests run before it/,
    );
    expect(leftovers(repository)).toEqual([]);
  });
});
