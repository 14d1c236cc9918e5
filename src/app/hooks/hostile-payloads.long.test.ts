import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isRefusal, openBench } from "../../../test/support/hook-app.ts";
import { eventNameOf, fixture, fixtureNames } from "../../../test/support/hook-fixtures.ts";
import { type HookAnswer, isGate, type Json } from "../../services/hook-clients/client.ts";
import { CLIENT_IDS, CLIENTS, type ClientId } from "../../services/hook-clients/clients/list.ts";

const BEFORE = CLIENTS.flatMap(({ events }) =>
  Object.keys(events).filter((name) => events[name] === "before_tool"),
);
const WRONG: readonly unknown[] = [null, 7, ["x"], { a: { b: [] } }, "\u0000\ud800\u202e"];

const recorded = CLIENT_IDS.flatMap((client) => fixtureNames(client).map((name) => [client, name] as const));

describe.each(CLIENT_IDS)("%s, every recorded event", (client) => {
  const names = fixtureNames(client);

  it("truncated: a gate refuses, anything else continues", () => {
    using bench = openBench();
    for (const name of names) {
      const event = eventNameOf(client, name);
      const text = JSON.stringify(fixture(client, name, bench.root));
      for (const part of [0.1, 0.5, 0.99])
        expectSafe(client, event, bench.answer(client, text.slice(0, text.length * part), event), true);
    }
  });

  it("with any field of the wrong type", () => {
    using bench = openBench();
    for (const name of names) {
      const payload = fixture(client, name, bench.root);
      const event = eventNameOf(client, name);
      for (const key of Object.keys(payload).filter(
        (each) => !/^(?:hook_event|agent_action)_name$/.test(each),
      ))
        for (const wrong of WRONG) {
          const answer = bench.answer(client, { ...payload, cwd: bench.root, [key]: wrong }, event);
          const input = typeof wrong === "object" && wrong !== null && !Array.isArray(wrong);
          const unreadable =
            (/^tool_?name$/i.test(key) && typeof wrong !== "string") ||
            (/^tool_?(?:input|args)$/i.test(key) && !input);
          expectSafe(client, event, answer, BEFORE.includes(event) && unreadable);
        }
    }
  }, 60_000);
});

describe("deliberately hostile", () => {
  it.each(recorded.filter(([client, name]) => BEFORE.includes(eventNameOf(client, name))))(
    "%s %s: nested a hundred thousand deep, or four megabytes long",
    (client, name) => {
      using bench = openBench();
      const payload = fixture(client, name, bench.root);
      const event = eventNameOf(client, name);
      const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
      const text = JSON.stringify({ ...payload, tool_response: 0 }).replace(
        '"tool_response":0',
        `"x":${deep}`,
      );
      expectSafe(client, event, bench.answer(client, text, event), false);
      const long = { ...(payload.tool_input as Json), extra: "\u202eü\n".repeat(1_000_000) };
      expectSafe(client, event, bench.answer(client, { ...payload, tool_input: long }, event), false);
    },
  );

  it.each([
    ["a path that leads out", "../../../../escape"],
    ["a zero byte", "a\u0000b"],
    ["a thousand letters", "s".repeat(1000)],
    ["other scripts", "сессия-セッション-🙂"],
    ["the name of a built-in property", "__proto__"],
  ])("a session id that is %s keeps its state inside", (_what, session_id) => {
    using bench = openBench();
    const payload = { ...fixture("claude", "PreToolUse.Write.json", bench.root), session_id };
    expect(bench.answer("claude", payload).stdout).toContain('"deny"');
  });

  it.each(["loop", "file", "gone", "linked"])(
    "a working folder that is a %s: protected files stay protected",
    (kind) => {
      using bench = openBench();
      const cwd = join(bench.root, kind);
      if (kind === "loop") symlinkSync(cwd, cwd);
      if (kind === "file") writeFileSync(cwd, "");
      if (kind === "linked") {
        mkdirSync(join(bench.root, "real"));
        symlinkSync(join(bench.root, "real"), cwd);
      }
      for (const [tool_name, tool_input] of [
        ["Write", { file_path: join(bench.root, ".env"), content: "" }],
        ["Write", { file_path: "../.env", content: "" }],
        ["Bash", { command: "echo x > ../.env" }],
        ["Bash", { command: `echo x > ${join(bench.root, ".env")}` }],
      ] as const) {
        const payload = {
          ...fixture("claude", "PreToolUse.Bash.json", bench.root),
          cwd,
          tool_name,
          tool_input,
        };
        const answer = bench.answer("claude", payload, "PreToolUse");
        expect(answer.exitCode === 2 || answer.stdout.includes('"deny"')).toBe(true);
      }
    },
  );
});

/** The answer must exist, have the right shape, and deny if required. */
function expectSafe(client: ClientId, event: string, answer: HookAnswer, refused: boolean): void {
  const known = CLIENTS.find((each) => each.id === client);
  const gates = known !== undefined && isGate(known, event);
  const { exitCode, stdout, stderr } = answer;
  expect([0, 2]).toContain(exitCode);
  if (exitCode === 2) expect({ gates, stdout }).toEqual({ gates: true, stdout: "" });
  else if (!known?.remark) expect(stderr).toBe("");
  if (stdout !== "" && !stdout.startsWith("Keep in the summary")) JSON.parse(stdout);
  if (refused && gates) expect(isRefusal(answer)).toBe(true);
}
