import { describe, expect, it } from "vitest";
import { shellCall } from "../../../test/support/guard-events.ts";
import { evaluate } from "./evaluate.ts";
import { NO_FILES } from "./files.ts";
import { GUARDS } from "./guards/list.ts";
import { EMPTY_STATE } from "./harness/state.ts";
import type { CommandRule } from "./rules.ts";
import { readSettings } from "./settings/settings.ts";

const lease: CommandRule = {
  id: "lease",
  effect: "allow",
  reason: "we rebase our own branches",
  program: "git",
  arguments: ["push", "--force-with-lease"],
};
const scratch: CommandRule = { id: "scratch", effect: "allow", reason: "ours", path: "/scratch/" };
const workflows: CommandRule = { id: "ci", effect: "allow", reason: "ours", path: ".github/workflows/" };
const ours: CommandRule = { id: "ours", effect: "allow", reason: "our tool", program: "frobnicate" };

describe("a rule that allows", () => {
  it.each<[effect: string, rule: CommandRule, command: string]>([
    ["allow", lease, "git push --force-with-lease origin topic"],
    ["allow", lease, "npm test && git push --force-with-lease"],
    ["allow", lease, "timeout 60 git push --force-with-lease"],
    ["allow", lease, "bash -c 'git push --force-with-lease'"],
    ["deny", lease, "git push --force"],
    ["allow", { ...lease, arguments: ["push", "--force"] }, "git push --force origin topic"],
    ["deny", lease, "git push --force-with-lease && rm -rf ~"],
    ["deny", lease, "git push --force-with-lease; git push --force"],
    ["deny", lease, "git push --force-with-lease $(cat x)"],
    ["deny", lease, "echo $(git push --force-with-lease)"],
    ["deny", lease, "sudo git push --force-with-lease"],
    ["allow", scratch, "echo x > /scratch/a"],
    ["deny", scratch, "echo x > /scratch/../etc/a"],
    ["deny", scratch, "echo x > /scratchy"],
    ["allow", workflows, "echo x > .github/workflows/ci.yml"],
    ["deny", workflows, "echo x > .git/config"],
    ["allow", ours, "frobnicate --all"],
    ["deny", ours, "frobnicate --all; unheard-of --all"],
    ["deny", { ...ours, program: "agentforge" }, "agentforge guard allow D-12345678 --once"],
  ])("decides %s: %o %s", (effect, rule, command) => {
    expect(judge(command, [rule]).effect).toBe(effect);
  });

  it("does not override a rule that denies or asks", () => {
    expect(
      judge("git push --force-with-lease", [lease, { ...lease, id: "no", effect: "deny" }]),
    ).toMatchObject({
      effect: "deny",
      rule: "no",
    });
    expect(
      judge("git push --force-with-lease", [lease, { ...lease, id: "hm", effect: "ask" }]),
    ).toMatchObject({
      rule: "hm",
      unattended: true,
    });
  });

  it("is named in the decision", () => {
    expect(judge("frobnicate", [ours])).toMatchObject({ effect: "allow", rule: "ours" });
  });
});

describe("what a person can decide", () => {
  it.each([
    "git push --force-with-lease",
    "git branch -M topic",
    "git stash drop",
    "git stash clear",
    "git reset --hard",
    "git clean -fd",
    "git checkout -f",
    "git checkout -B topic",
    "git switch -C topic",
    "echo x > .github/workflows/ci.yml",
    "echo x > .vscode/settings.json",
    "echo x > .gitattributes",
  ])("asks the user: %s", (command) => {
    expect(judge(command, [], true).effect).toBe("ask");
    expect(judge(command, [])).toMatchObject({ effect: "deny", unattended: true });
  });

  it.each([
    "git push --force",
    "git push --force-with-lease --mirror",
    "git branch -D main",
    "echo x > .env",
    "echo x > .git/hooks/pre-commit",
    "echo x > .claude/settings.json",
    "echo x | tee .github/workflows/ci.yml .env",
  ])("is distinguished from what nobody can allow: %s", (command) => {
    expect(judge(command, [], true).effect).toBe("deny");
  });
});

describe("allowing a denied call", () => {
  const allow = "guard allow D-1a2b3c4d --once";
  it.each([
    `agentforge ${allow}`,
    `agentforge --json ${allow}`,
    `npx agentforge ${allow}`,
    `npx -y agentforge@latest ${allow}`,
    `npx --package=agentforge agentforge ${allow}`,
    `npm exec agentforge -- ${allow}`,
    `npm exec -- agentforge ${allow}`,
    `pnpm dlx agentforge ${allow}`,
    `pnpm agentforge ${allow}`,
    `yarn agentforge ${allow}`,
    `bunx agentforge ${allow}`,
    `bun x agentforge ${allow}`,
    `npm run af -- ${allow}`,
    `node bin/agentforge.js ${allow}`,
    `node dist/cli.js ${allow}`,
    `node node_modules/agentforge/dist/cli.js ${allow}`,
    `./node_modules/.bin/agentforge ${allow}`,
    `/usr/local/bin/agentforge ${allow}`,
    `env A=1 agentforge ${allow}`,
    `sh -c 'agentforge ${allow}'`,
    `bash -lc "npx agentforge ${allow}"`,
    `eval agentforge ${allow}`,
    `a=agentforge; $a ${allow}`,
    `g=guard; v=allow; agentforge $g $v D-1a2b3c4d`,
    `agentforge guard $(echo allow) D-1a2b3c4d`,
    `node bin/agentforge.js guard $(echo allow) D-1a2b3c4d`,
    `echo allow D-1a2b3c4d | xargs agentforge guard`,
    `echo ${allow} | xargs node bin/agentforge.js`,
    `find . -maxdepth 0 -exec agentforge ${allow} ;`,
    `timeout 5 agentforge ${allow}`,
    `python3 -c "import os; os.system('agentforge ${allow}')"`,
    `node -e "require('child_process').execSync('npx agentforge ${allow}')"`,
    `python3 <<'EOF'\nimport os\nos.system('agentforge ${allow}')\nEOF`,
    `agentforge guard revoke D-1a2b3c4d`,
    `true && agentforge ${allow} && npm test`,
  ])("is denied even when a person can be asked: %s", (command) => {
    expect(judge(command, [], true).effect).toBe("deny");
  });

  it.each([
    "agentforge guard denials",
    "npx agentforge repair --json",
    "agentforge -C . review list --status pending",
    "agentforge review --json show RV-1",
    "npx agentforge escalation list",
    "agentforge --json -C packages/a conformance check",
    "agentforge session resume S-1",
    "agentforge search 'review approve'",
    "agentforge journal export -o build/journal.csv",
    "git fetch origin main:main",
    "git fetch origin '+refs/heads/*:refs/remotes/origin/*'",
    `echo agentforge ${allow}`,
    `grep -rn "agentforge guard allow" docs`,
    "git commit -m 'docs: explain guard allow'",
  ])("is distinguished from %s", (command) => {
    expect(judge(command, [], true).effect).toBe("allow");
  });
});

function judge(command: string, rules: readonly CommandRule[], attended = false) {
  const settings = readSettings({ middleware: { command_policy: { rules } } });
  return evaluate(shellCall(command, attended), EMPTY_STATE, settings, GUARDS, { files: NO_FILES }).decision;
}
