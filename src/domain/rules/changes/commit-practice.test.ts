import { expect, it } from "vitest";
import type { CommitPractice } from "../../ports/workspace.ts";
import { describeOwnEdits, describePractice } from "./commit-practice.ts";

const PLAIN: CommitPractice = { signing: { status: "not_asked" }, hooks: [], coAuthor: null };

it.each<[string, Partial<CommitPractice>, readonly RegExp[]]>([
  ["nothing, if the commit is like git's own", {}, []],
  ["a signature", { signing: { status: "signed", with: "ssh" } }, [/^the commit will be signed \(ssh\)/]],
  ["its absence", { signing: { status: "unsigned" } }, [/not be signed although commit\.gpgsign is on/]],
  ["a refusal", { signing: { status: "refused", why: "no key" } }, [/cannot land: no key$/]],
  ["a hook", { hooks: ["pre-commit"] }, [/^your hook pre-commit will not run; run it yourself/]],
  ["hooks", { hooks: ["pre-commit", "commit-msg"] }, [/^your hooks pre-commit, commit-msg .* run them/]],
  ["a co-author", { coAuthor: "A <a@b.c>" }, [/name A <a@b\.c> as co-author/]],
])("says %s", (_, practice, expected) => {
  const said = describePractice({ ...PLAIN, ...practice });
  expect(said).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) expect(said[index]).toMatch(pattern);
});

it("says that the user's own edits in a changed file stay out of the commit", () => {
  const side = { mode: "100644", sha256: "0".repeat(64), content_base64: "" } as const;
  const files = [
    { path: "a.js", before: side, after: side },
    { path: "b.js", before: side, after: side },
    { path: "new.js", before: null, after: side },
  ];
  const said = describeOwnEdits({ files }, ["a.js", "new.js", "notes.txt"]);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^a\.js also has your uncommitted changes: the commit will contain only this fix/);
});
