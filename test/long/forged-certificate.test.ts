import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Certificate } from "../../src/domain/entities/certificate.ts";
import { digestOf } from "../../src/domain/rules/proof/certificate.ts";
import { agentforge } from "../support/cli.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

const WRONG = "export function add(a, b) {\n  return a - b;\n}\n";

const forgeries = [
  {
    title: "patches the assertions",
    code: `import assert from "node:assert/strict";\nassert.equal = () => {};\n`,
    says: /accepts a changed expectation/,
  },
  { title: "fixes nothing", code: "// fixed\n", says: /failed/ },
];

let repository: Repository;
beforeEach(() => {
  repository = exampleRepository("calculator-js");
});
afterEach(() => repository.remove());

describe("a certificate with correct hashes for a forged fix", () => {
  it.each(forgeries)(
    "is not verified if the commit $title",
    async ({ code, says }) => {
      await agentforge(repository.path, ["repair", "--json"]);
      const landed = await agentforge(repository.path, ["review", "approve", "--to", "branch", "--json"]);
      const text = `${code}${repository.read("calculator.js").replace(/export function add[^}]*\}\n/, WRONG)}`;
      const commit = certify(landed.json.certificate, text);

      const verified = await agentforge(repository.path, ["certificate", "verify", commit, "--json"]);
      expect([verified.exitCode, verified.json.status]).toEqual([1, "differs"]);
      expect(verified.json.differences.map((each: { now: string }) => each.now).join("\n")).toMatch(says);
    },
    120_000,
  );
});

it("is not verified if the commit changes a file that the certificate does not name", async () => {
  await agentforge(repository.path, ["repair", "--json"]);
  const landed = await agentforge(repository.path, ["review", "approve", "--json"]);
  const honest: Certificate = landed.json.certificate;
  const message = repository.git("log", "-1", "--format=%B");
  repository.git("reset", "-q", "--soft", "HEAD~1");
  repository.write("startup.js", "// not in the certificate\n");
  repository.git("add", "startup.js");
  repository.git("commit", "-q", "-m", message);
  const commit = referTo(honest);
  const verified = await agentforge(repository.path, ["certificate", "verify", commit, "--json"]);
  expect([verified.exitCode, verified.json.status]).toEqual([1, "differs"]);
  expect(verified.json.differences).toEqual([
    { place: "content of startup.js", certified: "unchanged", now: "changed", test: null },
  ]);
}, 120_000);

/** A commit on the base of the honest one, with a certificate in which every hash is correct. */
function certify(honest: Certificate, text: string): string {
  repository.write("calculator.js", text);
  const statement = {
    ...honest.statement,
    files: honest.statement.files.map((file) => ({
      ...file,
      after: { ...file.after, sha256: sha256(text) },
    })),
  };
  const digest = digestOf(statement, sha256);
  repository.git("commit", "-q", "-a", "-m", `fix: add\n\n[Certificate: sha256:${digest}]`);
  return referTo({ ...honest, statement: statement as Certificate["statement"], digest });
}

/** Stores the certificate as that of HEAD. */
function referTo(certificate: Certificate): string {
  const commit = repository.git("rev-parse", "HEAD").trim();
  const file = join(repository.path, ".git", "forged.json");
  writeFileSync(file, JSON.stringify({ ...certificate, result_commit: commit }));
  const blob = repository.git("hash-object", "-w", file).trim();
  repository.git("update-ref", `refs/agentforge/certificates/${commit}`, blob);
  return commit;
}

function sha256(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
