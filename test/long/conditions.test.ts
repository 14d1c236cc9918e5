import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { inTurn, type Reply, startModelServer } from "../support/model-server.ts";
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

const call = (name: string, input: object): Reply => ({ calls: [{ name, input }] });

const fixes = [
  {
    line: "return a + b * 1;",
    status: "waiting_for_review",
    asked: "every test also passes with different code",
  },
  { line: "return a + b;", status: "landed", asked: "" },
  {
    line: "return a + b;",
    also: { path: "guard.js", search: "  if (!user.isAdmin) throw new Error(user.name);\n", replace: "" },
    status: "waiting_for_review",
    asked: "no test needs the change at guard.js:2: if (!user.isAdmin) throw new Error(user.name);",
  },
  {
    line: "return a + b;",
    also: { path: "settings.yaml", search: "verify: true\n", replace: "" },
    status: "waiting_for_review",
    asked: "no test runs settings.yaml",
  },
];
const others = {
  "guard.js":
    "export function guard(user) {\n  if (!user.isAdmin) throw new Error(user.name);\n  return user;\n}\n",
  "settings.yaml": "timeout: 30\nverify: true\n",
};

describe("a model's change", () => {
  it.each(fixes)("$line: $status $asked", { timeout: 120_000 }, async ({ line, also, status, asked }) => {
    repository = exampleRepository("calculator-js");
    for (const [path, text] of Object.entries(others)) repository.write(path, text);
    repository.git("add", "-A");
    repository.git("commit", "-qm", "other files");
    const edits = [
      { path: "calculator.js", search: "return a - b;", replace: line },
      ...(also ? [also] : []),
    ];
    const files = edits.map(({ path, ...change }) => ({ path, changes: [change] }));
    const replies = inTurn(
      call("edit_file", { files }),
      call("complete", { summary: "adds the two numbers" }),
      call("cannot_fix", { reason: "nothing else to try" }),
    );
    let number = 0;
    const server = await startModelServer((request) => {
      number += 1;
      return replies(request, number);
    });
    const repaired = agentforge(repository.path, ["repair", "--brain", "llm", "--auto", "--json"], {
      AGENTFORGE_BRAIN: "anthropic:scripted",
      ANTHROPIC_API_KEY: "sk-ant-scripted",
      ANTHROPIC_BASE_URL: server.url,
    });
    const { json } = await repaired.finally(() => server.close());
    expect(json.status).toBe(status);
    expect(json.review.asked_because.join()).toContain(asked);
  });
});

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
