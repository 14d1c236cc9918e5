import { expect, it } from "vitest";
import type { CommitPractice } from "../ports/workspace.ts";
import { describePractice } from "./commit-practice.ts";

const PLAIN: CommitPractice = { signing: { status: "not_asked" }, hooks: [], coAuthor: null };

it.each<[string, Partial<CommitPractice>, readonly RegExp[]]>([
  ["nothing, where the commit is as git makes it", {}, []],
  ["a signature", { signing: { status: "signed", with: "ssh" } }, [/^the commit will be signed \(ssh\)/]],
  ["its absence", { signing: { status: "unsigned" } }, [/not be signed although commit\.gpgsign is on/]],
  ["a refusal", { signing: { status: "refused", why: "no key" } }, [/cannot land as it is: no key$/]],
  ["a hook", { hooks: ["pre-commit"] }, [/^your hook pre-commit will not run; run it yourself/]],
  ["hooks", { hooks: ["pre-commit", "commit-msg"] }, [/^your hooks pre-commit, commit-msg .* run them/]],
  ["a co-author", { coAuthor: "A <a@b.c>" }, [/name A <a@b\.c> as co-author/]],
])("says %s", (_, practice, expected) => {
  const said = describePractice({ ...PLAIN, ...practice });
  expect(said).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) expect(said[index]).toMatch(pattern);
});
