import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HookAnswer, QUIET, say } from "../../services/hook-clients/client.ts";
import { answerOnce } from "./one-answer.ts";

const STOP = { hook_event_name: "Stop", stop_hook_active: true };
const DENIED = say({ decision: "block", reason: "no" });
const CONTEXT = say({ hookSpecificOutput: { additionalContext: "a map" } });
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-once-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("an event with two registrations", () => {
  it.each<[string, HookAnswer, HookAnswer]>([
    ["a refusal is repeated", DENIED, DENIED],
    ["an error that refuses is repeated", { ...QUIET, exitCode: 2 }, { ...QUIET, exitCode: 2 }],
    ["context is given once", CONTEXT, QUIET],
    ["silence stays silent", QUIET, QUIET],
  ])("is judged once: %s", (_what, first, second) => {
    expect(answer("plugin", () => first)).toEqual(first);
    expect(answer("install", never)).toEqual(second);
  });

  it("is distinguished from the next one, whichever process comes first", () => {
    let judged = 0;
    const judge = () => {
      judged += 1;
      return DENIED;
    };
    for (const order of [
      ["plugin", "install"],
      ["install", "plugin"],
      ["plugin", "install"],
    ])
      for (const registration of order) expect(answer(registration, judge)).toEqual(DENIED);
    expect(judged).toBe(3);
  });

  it("is judged by the second when the first died without an answer", { timeout: 10_000 }, () => {
    answer("plugin", () => QUIET);
    answer("install", never);
    expect(() =>
      answer("plugin", () => {
        throw new Error("gone");
      }),
    ).toThrow("gone");
    expect(answer("install", () => DENIED)).toEqual(DENIED);
    answer("plugin", never);

    answer("plugin", () => DENIED);
    const slot = readdirSync(folder).find((name) => name.startsWith("answer-")) ?? "";
    writeFileSync(join(folder, slot), JSON.stringify({ registration: "plugin", answer: null }));
    expect(answer("install", () => DENIED)).toEqual(DENIED);
  });
});

it("waits for a first process that has created its file and not yet written it", async () => {
  answer("plugin", () => DENIED);
  const slot = readdirSync(folder).find((name) => name.startsWith("answer-")) ?? "";
  writeFileSync(join(folder, slot), "");
  const written = JSON.stringify({ registration: "plugin", pid: process.pid, answer: DENIED });
  const later = spawn(process.execPath, [
    "-e",
    `setTimeout(() => require("node:fs").writeFileSync(${JSON.stringify(join(folder, slot))}, ${JSON.stringify(written)}), 100)`,
  ]);
  const ended = once(later, "exit");
  expect(answer("install", never)).toEqual(DENIED);
  await ended;
});

describe("an event with one registration", () => {
  it("is judged every time", () => {
    let judged = 0;
    for (let time = 0; time < 3; time += 1)
      answer("install", () => {
        judged += 1;
        return QUIET;
      });
    expect(judged).toBe(3);
  });
});

function answer(registration: string, judge: () => HookAnswer): HookAnswer {
  return answerOnce({ folder, registration, payload: STOP, input: JSON.stringify(STOP) }, judge);
}

function never(): HookAnswer {
  throw new Error("judged twice");
}
