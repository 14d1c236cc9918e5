import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

const FILES = {
  "core/package.json": '{"type":"module","scripts":{"test":"node --test"}}\n',
  "core/sum.js": "export function sum(a, b) {\n  return a - b;\n}\n",
  "core/sum.test.js": `import assert from "node:assert";
import test from "node:test";
import { sum } from "./sum.js";

test("adds", () => assert.equal(sum(2, 3), 5));
test("adds nothing", () => assert.equal(sum(4, 0), 4));
`,
  "web/package.json": '{"type":"module","scripts":{"test":"vitest run"},"devDependencies":{"vitest":"5"}}\n',
  "web/page.test.js": 'import { expect, test } from "vitest";\n\ntest("shows", () => expect(1).toBe(1));\n',
  ".agentforge/contracts/rules.yaml": `id: rules
description: A rule whose rewrite is wrong.
applies_to: ["core/*.js", "!**/*.test.js"]
checks:
  - id: no-product
    severity: major
    message: Do not multiply.
    ast: { language: javascript, pattern: "$A * $B", rewrite: "$A - $B" }
`,
};

let repository: Repository;
let configuration: string | null = null;
afterEach(() => {
  repository.remove();
  if (configuration !== null) rmSync(configuration, { recursive: true });
  configuration = null;
});

function make(changes: Readonly<Record<string, string>> = {}): Repository {
  return makeRepository((folder) => {
    for (const [path, text] of Object.entries({ ...FILES, ...changes })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
}

/** The user's own settings, outside of every repository. */
function userSettings(text: string): Record<string, string> {
  configuration = mkdtempSync(join(tmpdir(), "agentforge-settings-"));
  mkdirSync(join(configuration, "agentforge"));
  writeFileSync(join(configuration, "agentforge", "config.yaml"), text);
  return { XDG_CONFIG_HOME: configuration };
}

describe("a suite that cannot start", () => {
  it("does not fail the whole repository, and is named with the reason", async () => {
    repository = make();
    const before = repository.fingerprint();
    const { exitCode, json } = await agentforge(repository.path, ["repair", "--auto", "--json"]);
    expect([exitCode, json.status]).toEqual([2, "no_verdict"]);
    expect(json.why).toMatch(/^vitest@web could not start: .*vitest/);
    expect(repository.fingerprint()).toBe(before);
  });

  it("prevents a fix from landing based on the other suites alone", async () => {
    repository = make({ "core/sum.js": "export function sum(a, b) {\n  return a + 1 * b;\n}\n" });
    await agentforge(repository.path, ["conformance", "check"]);
    const before = repository.fingerprint();
    const { json } = await agentforge(repository.path, ["agent", "fix-violations", "--auto", "--json"]);
    expect(json.stopped).toMatch(/vitest@web could not start/);
    expect(repository.fingerprint()).toBe(before);
    expect((await agentforge(repository.path, ["escalation", "list", "--json"])).json.escalations).toEqual(
      [],
    );
  });

  it("can be excluded in the user's own settings, and the evidence and the certificate say so", async () => {
    repository = make();
    const env = userSettings("tests: { exclude: ['vitest@web'] }\n");
    const { json } = await agentforge(repository.path, ["repair", "--auto", "--json"], env);
    expect(json.status).toBe("landed");
    expect(json.review.evidence).toMatchObject({
      excluded_suites: ["vitest@web"],
      tests_after: { suites: [{ name: "node:test@core", status: "passed", executed: 2 }] },
      confirmation: { tests: 2, missing: null },
    });
    const { json: certificate } = await agentforge(repository.path, [
      "certificate",
      "show",
      "HEAD",
      "--json",
    ]);
    expect(JSON.stringify(certificate)).toContain('"excluded":["vitest@web"]');
  });

  it("cannot be excluded by the repository itself", async () => {
    repository = make({ ".agentforge/config.yaml": "tests: { exclude: ['vitest@web'] }\n" });
    const { json } = await agentforge(repository.path, ["repair", "--auto", "--json"]);
    expect(json.status).toBe("no_verdict");
  });
});

describe("a change that no test runs", () => {
  const uncovered = {
    "core/sum.js":
      "export function sum(a, b) {\n  return a + b;\n}\n\nexport function area(a, b) {\n  return a * b;\n}\n",
    "web/package.json": "{}\n",
    "web/page.test.js": "",
  };

  it.each(["threshold", "autonomous"])("never lands automatically (%s)", async (mode) => {
    repository = make(uncovered);
    const env = userSettings(`gate: { mode: ${mode} }\n`);
    await agentforge(repository.path, ["conformance", "check"], env);
    const { json } = await agentforge(repository.path, ["agent", "fix-violations", "--auto", "--json"], env);
    expect(json.outcomes).toMatchObject([{ status: "waiting_for_review" }]);
    const [{ review_id }] = (await agentforge(repository.path, ["review", "list", "--json"], env)).json;
    const review = (await agentforge(repository.path, ["review", "show", review_id, "--json"], env)).json;
    expect(review.asked_because).toContain("no test runs the changed lines");
    expect(review.commit_message).toContain("Not covered by tests");
    const { escalations } = (await agentforge(repository.path, ["escalation", "list", "--json"], env)).json;
    expect(escalations).toHaveLength(mode === "autonomous" ? 1 : 0);
  });

  it("lands when the user allows it, and the commit says that no test covers it", async () => {
    repository = make(uncovered);
    const env = userSettings("gate: { allow_uncovered: true, ask_below_confidence: 0.3 }\n");
    await agentforge(repository.path, ["conformance", "check"], env);
    const { json } = await agentforge(repository.path, ["agent", "fix-violations", "--auto", "--json"], env);
    expect(json.outcomes).toMatchObject([{ status: "landed" }]);
    expect(repository.git("log", "-1", "--format=%B")).toContain("Not covered by tests");
  });
});
