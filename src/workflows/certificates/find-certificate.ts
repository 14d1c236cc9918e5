import { Certificate } from "../../domain/entities/certificate.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { CommitFacts } from "../../domain/ports/workspace.ts";
import { certificateIn, digestOf } from "../../domain/rules/proof/certificate.ts";
import type { Difference } from "../../domain/rules/proof/certificate-comparison.ts";
import type { Ports } from "../ports.ts";
import { certificateReference } from "./certify.ts";

export interface Found {
  readonly status: "found";
  readonly commit: string;
  readonly facts: CommitFacts;
  readonly certificate: Certificate;
  /** Where the certificate was found: in this repository's state, or in a copy fetched with git. */
  readonly from: "state" | "reference";
}

export type Looked =
  | Found
  | { readonly status: "missing"; readonly commit: string; readonly why: string; readonly hint: string };

/** The certificate of a commit, given as any revision or as the review that produced it. */
export async function findCertificate(
  ports: Pick<Ports, "certificates" | "workspace">,
  name: string,
): Promise<Looked> {
  const issued = /^(?:RV|PL)-/.test(name) ? await ports.certificates.get(name) : null;
  const facts = await ports.workspace.findCommit(issued?.result_commit ?? name);
  if (facts === null) {
    throw new AgentForgeError("not_found", `there is no commit ${name} here`, {
      hint: "Give a hash, a branch, a tag, HEAD, or the id of a review or plan that has landed.",
    });
  }
  const { commit, message } = facts;
  const known = issued ?? (await ports.certificates.get(commit));
  if (known) return { status: "found", commit, facts, certificate: known, from: "state" };
  const text = await ports.workspace.references.read(certificateReference(commit));
  if (text !== null) return fromReference(facts, text);
  const digest = certificateIn(message);
  if (digest === null) {
    return {
      status: "missing",
      commit,
      why: `${commit.slice(0, 12)} names no certificate`,
      hint: "Only commits that AgentForge landed have one: git log --grep='^\\[Certificate: ' lists them.",
    };
  }
  return {
    status: "missing",
    commit,
    why: `${commit.slice(0, 12)} names the certificate sha256:${digest.slice(0, 16)}…, which is not in this clone`,
    hint: "In the clone where it landed: git push <remote> 'refs/agentforge/certificates/*'. Here: git fetch <remote> 'refs/agentforge/certificates/*:refs/agentforge/certificates/*'",
  };
}

function fromReference(facts: CommitFacts, text: string): Looked {
  const { commit } = facts;
  const parsed = Certificate.safeParse(parse(text));
  if (parsed.success) return { status: "found", commit, facts, certificate: parsed.data, from: "reference" };
  return {
    status: "missing",
    commit,
    why: `refs/agentforge/${certificateReference(commit)} contains no certificate that this version can read`,
    hint: "Fetch it again, or update AgentForge.",
  };
}

/**
 * Compares everything that needs no test run: digest, trailer, parent, which files changed, and their content. A file
 * that had uncommitted edits when the fix was proven is committed without them, so only the tests can vouch for
 * it.
 */
export async function factsOf(
  ports: Pick<Ports, "newId" | "sha256" | "workspace">,
  { certificate, facts, commit }: Found,
): Promise<Difference[]> {
  const { statement, digest } = certificate;
  const differences: Difference[] = [];
  const expect = (place: string, certified: string, now: string) => {
    if (certified !== now) differences.push({ place, certified, now, test: null });
  };
  expect("digest of the statement", digest, digestOf(statement, ports.sha256));
  expect("digest the commit names", digest, certificateIn(facts.message) ?? "none");
  expect("result commit", certificate.result_commit, commit);
  expect("base commit", certificate.base_commit ?? "none", facts.parents[0] ?? "none");
  if (differences.length > 0) return differences;
  await using tree = await ports.workspace.openCommit(ports.newId("A"), commit);
  const present = new Set(await tree.files());
  for (const { path, after } of statement.files) {
    if (statement.uncommitted.includes(path)) continue;
    const now = present.has(path) ? ports.sha256(await tree.readBytes(path)) : "missing";
    expect(`content of ${path}`, after?.sha256 ?? "missing", now);
  }
  const certified = new Set(statement.files.map(({ path }) => path));
  for (const path of await ports.workspace.changedIn(facts))
    if (!certified.has(path)) expect(`content of ${path}`, "unchanged", "changed");
  return differences;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
