import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

let repository: Repository;
afterEach(() => repository.remove());

const versions = [
  {
    what: "limits a fix by a condition that no test needs",
    line: "return a < 50 ? a + b : a - b;",
    conditions: 1,
  },
  { what: "needs its condition", line: "return b > 0 ? a + Math.abs(b) : a - Math.abs(b);", conditions: 0 },
];

describe("a change", () => {
  it.each(versions)(
    "that $what has $conditions unneeded conditions",
    async ({ line, conditions }) => {
      repository = exampleRepository("calculator-js");
      repository.write(
        "calculator.test.js",
        repository
          .read("calculator.test.js")
          .replace(
            "assert.equal(add(-1, 1), 0);",
            "assert.equal(add(-1, 1), 0);\n    assert.equal(add(5, -2), 3);",
          ),
      );
      repository.git("commit", "-qam", "one more expectation");
      const repair = await agentforge(repository.path, ["repair", "--json"]);
      const { review_id: id, change } = repair.json.review;
      const patch = join(repository.path, ".git", "own.patch");
      writeFileSync(patch, change.diff.replace("+  return a + b;", `+  ${line}`));
      const modified = await agentforge(repository.path, ["review", "modify", id, "--from", patch, "--json"]);
      expect(modified.json.review.evidence.unnoticed).toHaveLength(conditions);
    },
    120_000,
  );
});
