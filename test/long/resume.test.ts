import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { agentforge } from "../support/cli.ts";
import {
  openRig,
  ownSession,
  REPAIR,
  RESUME,
  type Rig,
  runAndKill,
  untilAccepted,
  untilUnderWay,
} from "../support/resume.ts";

vi.setConfig({ testTimeout: 240_000 });

let rig: Rig;
afterEach(() => rig.close());

const request = (number: number) =>
  new Promise<void>((resolve) => {
    rig.onRequest = (seen) => seen >= number && resolve();
  });

/** Model calls of a repair without a kill: a diagnosis and three steps, and five more after a rejection. */
const ASKED = 9;

function toolsOf(steps: readonly { action: { tool_calls: readonly { name: string }[] } }[]): string[] {
  return steps.map(({ action }) => action.tool_calls.map((call) => call.name).join(" "));
}

it("continues after every kill: nothing lost, nothing done twice, the same outcome", async () => {
  rig = await openRig();
  const before = rig.repository.fingerprint();
  const kills = [
    await runAndKill(rig, REPAIR, untilUnderWay(rig, "run_tests")),
    await runAndKill(rig, RESUME, request(6)),
    await runAndKill(rig, RESUME, request(9)),
  ];
  expect(kills).toEqual([true, true, true]);
  const { json } = await agentforge(rig.repository.path, RESUME, rig.env);
  expect(json.status).toBe("waiting_for_review");
  expect(json.review.change.files).toMatchObject([{ path: "calculator.js" }]);
  expect(json.review.change.diff).toContain("+  return a + b;");
  const { own, steps, sessions } = await ownSession(rig);
  expect(toolsOf(steps)).toEqual([
    ...["report_diagnosis", "read_file", "edit_file run_tests", "complete", ""],
    ...["search_code write_file edit_file", "", "edit_file run_tests", "write_file", "complete"],
  ]);
  expect(own).toHaveLength(1);
  expect(new Set(sessions.map((each: { status: string }) => each.status))).toEqual(new Set(["completed"]));
  expect(rig.server.requests.length).toBeLessThanOrEqual(ASKED + kills.length);
  expect(rig.repository.fingerprint()).toBe(before);

  const again = await agentforge(rig.repository.path, [...RESUME, own[0].session_id], rig.env);
  expect(again.json.error).toMatchObject({
    code: "bad_input",
    message: expect.stringContaining("not interrupted"),
  });
});

it("asks about a command that may have run, and rejects changed code", async () => {
  rig = await openRig(({ body, transcript }) => {
    if (transcript.includes("its outcome is unknown"))
      return { calls: [{ name: "cannot_fix", input: { reason: "the command did not answer" } }] };
    expect(body.messages.length).toBeLessThan(4);
    return { calls: [{ name: "run_command", input: { name: "wait" } }] };
  });
  const configuration = join(rig.repository.path, ".git", "configuration");
  mkdirSync(join(configuration, "agentforge"), { recursive: true });
  writeFileSync(join(configuration, "agentforge", "commands.yaml"), 'wait: { argv: ["sleep", "60"] }\n');
  rig.env.XDG_CONFIG_HOME = configuration;
  expect(await runAndKill(rig, REPAIR, untilUnderWay(rig, "run_command"))).toBe(true);

  const refused = await agentforge(rig.repository.path, RESUME, rig.env);
  expect(refused.exitCode).toBe(2);
  expect(refused.json.error).toMatchObject({
    message: expect.stringContaining('run_command {"name":"wait"} was running'),
    hint: expect.stringContaining("--skip"),
  });
  rig.repository.write("calculator.js", `${rig.repository.read("calculator.js")}// moved\n`);
  const stale = await agentforge(rig.repository.path, [...RESUME, "--skip"], rig.env);
  expect(stale.json.error).toMatchObject({ code: "stale" });
  rig.repository.git("checkout", "calculator.js");

  const skipped = await agentforge(rig.repository.path, [...RESUME, "--skip"], rig.env);
  expect(skipped.json).toMatchObject({ status: "not_repaired" });
  expect(skipped.json.search.notes.join()).toContain("the command did not answer");
});

it("continues the fix for a violation whose claim the dead process still holds", async () => {
  rig = await openRig(({ body }) => {
    const said = body.messages.filter(({ role }: { role: string }) => role === "assistant").length;
    const edit = { files: [{ path: "calculator.js", changes: [{ search: "// FIXME\n", replace: "" }] }] };
    return {
      calls: [
        said === 0
          ? { name: "edit_file", input: edit }
          : { name: "complete", input: { summary: "the note is gone" } },
      ],
    };
  });
  rig.repository.write("calculator.js", `// FIXME\n${rig.repository.read("calculator.js")}`);
  rig.repository.write(
    ".agentforge/contracts/words.yaml",
    "id: words\ndescription: no notes to self\napplies_to: ['**/*.js']\nchecks:\n  - id: no-fixme\n    severity: minor\n    message: a note to self\n    pattern: { regex: FIXME }\n",
  );
  const found = await agentforge(rig.repository.path, ["conformance", "check", "--json"]);
  const fix = ["agent", "fix-violation", found.json.violations[0].violation_id, "--brain", "llm"];
  expect(await runAndKill(rig, fix, request(2))).toBe(true);
  const { json } = await agentforge(rig.repository.path, RESUME, rig.env);
  expect(json.status).toBe("waiting_for_review");
  expect(json.review.change.diff).toContain("-// FIXME");
  expect(rig.server.requests).toHaveLength(3);
});

it("forgets an interrupted run that a person dismisses", async () => {
  rig = await openRig();
  expect(await runAndKill(rig, REPAIR, request(3))).toBe(true);
  const { own } = await ownSession(rig);
  const dismiss = ["session", "dismiss", own[0].session_id];
  expect(await agentforge(rig.repository.path, dismiss)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("can no longer be resumed"),
  });
  const { json } = await agentforge(rig.repository.path, RESUME, rig.env);
  expect(json.error).toMatchObject({ code: "not_found" });
});

it("lands what search had already found, as the interrupted run would have", async () => {
  rig = await openRig();
  const repair = ["repair", "--auto", "--brain", "search"];
  expect(await runAndKill(rig, repair, untilAccepted(rig))).toBe(true);
  const { json } = await agentforge(rig.repository.path, RESUME, rig.env);
  expect(json).toMatchObject({ status: "landed", review: { asked_because: [] } });
  expect(json.review.evidence.search).toMatchObject({ before: expect.any(Number), pinning: {} });
});
