import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { makeRepository, type Repository } from "../support/repository.ts";
import { isMissing } from "../support/toolchains.ts";

let repository: Repository;
afterEach(() => repository.remove());

describe.skipIf(isMissing("python3"))("a unittest that works for longer than it may be silent", () => {
  it.each([
    ["passes if it reports subtests", "with self.subTest():", { status: "passed" }],
    ["counts as hung otherwise", "if True:", { status: "timed_out", failures: [{ error_type: "Timeout" }] }],
  ])(
    "%s",
    async (_, part, result) => {
      repository = makeRepository((folder) => {
        mkdirSync(join(folder, ".agentforge"));
        writeFileSync(join(folder, ".agentforge/config.yaml"), "tests:\n  silence_seconds: 2\n");
        writeFileSync(
          join(folder, "test_slow.py"),
          `import time\nimport unittest\n\n\nclass Slow(unittest.TestCase):\n    def test_slow(self):\n        while time.process_time() < 10:\n            ${part}\n                sum(range(100000))\n`,
        );
      });
      const { json } = await agentforge(repository.path, ["test", "--json"]);
      expect(json).toMatchObject({ result });
    },
    120_000,
  );
});
