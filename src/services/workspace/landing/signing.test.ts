import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPlace, landRequest, openAt, type Place, userEnv } from "../../../../test/support/git-place.ts";
import { isSshKeygenAbsent } from "../../../../test/support/toolchains.ts";
import type { WorkspaceOptions } from "../context.ts";

const noKeygen = isSshKeygenAbsent();

function committedPlace(): Place {
  const place = createPlace();
  place.write("src/add.js", "add\n");
  place.git("add", ".");
  place.git("commit", "--quiet", "--message", "first");
  return place;
}

/** A repository whose git signs with an ssh key that has no passphrase. */
function signingPlace(): Place & { readonly key: string } {
  const place = committedPlace();
  const key = join(place.base, "key");
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "mira", "-f", key], {
    env: userEnv(place.base),
  });
  place.git("config", "--global", "commit.gpgsign", "true");
  place.git("config", "--global", "gpg.format", "ssh");
  place.git("config", "--global", "user.signingkey", key);
  const signers = join(place.base, "signers");
  writeFileSync(signers, `* ${readFileSync(`${key}.pub`, "utf8")}`);
  place.git("config", "--global", "gpg.ssh.allowedSignersFile", signers);
  return Object.assign(place, { key });
}

async function landIn(place: Place, commits?: WorkspaceOptions["commits"], id = "L-1") {
  const workspace = await openAt(place.root, place.base, commits ? { commits } : {});
  const landing = await workspace.land(await landRequest(workspace, { "src/add.js": "fixed\n" }, id));
  return { workspace, landing };
}

test.skipIf(noKeygen)("a landing and its rollback are signed as the user's git signs", async () => {
  using place = signingPlace();
  const { workspace, landing } = await landIn(place);
  expect(landing.status).toBe("landed");
  expect(() => place.git("verify-commit", "HEAD")).not.toThrow();
  expect(await workspace.commitPractice()).toMatchObject({ signing: { status: "signed", with: "ssh" } });

  expect(await workspace.rollback("L-1")).toMatchObject({ status: "restored" });
  expect(() => place.git("verify-commit", "HEAD")).not.toThrow();
  expect(place.git("rev-list", "--count", "HEAD").trim()).toBe("3");
});

test.skipIf(noKeygen)("a separate branch is signed too", async () => {
  using place = signingPlace();
  const workspace = await openAt(place.root, place.base);
  const request = await landRequest(workspace, { "src/add.js": "fixed\n" });
  const landing = await workspace.land({ ...request, to: { kind: "branch", branch: "fix/one" } });
  expect(landing.status).toBe("landed");
  expect(() => place.git("verify-commit", "fix/one")).not.toThrow();
});

test.skipIf(noKeygen)("nothing lands if signing fails, and the reason is reported", async () => {
  using place = signingPlace();
  const before = place.git("rev-parse", "HEAD");
  place.git("config", "--global", "user.signingkey", join(place.base, "lost"));
  const { landing } = await landIn(place);
  expect(landing).toMatchObject({ status: "conflict" });
  expect("why" in landing && landing.why).toMatch(/commit\.gpgsign .*ssh could not create one .*ssh-add/);
  expect(place.git("rev-parse", "HEAD")).toBe(before);
  expect(place.git("status", "--porcelain")).toBe("");
});

test.skipIf(noKeygen)("a program that the repository names is not run", async () => {
  using place = signingPlace();
  const [program, mark] = [join(place.base, "sign"), join(place.base, "ran")];
  writeFileSync(program, `#!/bin/sh\ntouch ${mark}\n`);
  chmodSync(program, 0o755);
  place.git("config", "gpg.ssh.program", program);
  const { landing } = await landIn(place);
  expect("why" in landing && landing.why).toMatch(/gpg\.ssh\.program is set in the repository's own/);
  expect(existsSync(mark)).toBe(false);
});

test.skipIf(noKeygen)("the settings decide whether to land without a signature or not at all", async () => {
  using place = signingPlace();
  const refused = await landIn(place, { signing: "refuse" });
  expect("why" in refused.landing && refused.landing.why).toMatch(/commits\.signing: refuse/);
  const { landing, workspace } = await landIn(place, { signing: "unsigned" });
  expect(landing.status).toBe("landed");
  expect(place.git("cat-file", "commit", "HEAD")).not.toContain("gpgsig");
  expect((await workspace.commitPractice()).signing).toEqual({ status: "unsigned" });
});

test("without commit.gpgsign nothing is signed, and hooks that do not run are listed", async () => {
  using place = committedPlace();
  const hook = join(place.root, ".git/hooks/pre-commit");
  place.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 1\n");
  place.write(".git/hooks/commit-msg", "#!/bin/sh\nexit 1\n");
  chmodSync(hook, 0o755);
  const { landing, workspace } = await landIn(place);
  expect(landing.status).toBe("landed");
  const practice = { signing: { status: "not_asked" }, hooks: ["pre-commit"], coAuthor: null };
  expect(await workspace.commitPractice()).toEqual(practice);
});

test("a co-author is a trailer that git finds, next to ExoTrace", async () => {
  using place = committedPlace();
  await landIn(place, { coAuthor: "Mira Bot <mira@example.com>" });
  const trailers = place.git("log", "-1", "--format=%(trailers:only)").trim().split("\n");
  expect(trailers).toEqual([
    expect.stringMatching(/^ExoTrace: /),
    "Co-authored-by: Mira Bot <mira@example.com>",
  ]);
});
