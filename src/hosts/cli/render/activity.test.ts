import { expect, it } from "vitest";
import { createProgress } from "../terminal.ts";
import { showActivity } from "./activity.ts";

const USED = { steps: 1, tokens: 10, costUsd: null, seconds: 3 };
const CALL = { call: "run_tests", target: "a.test.js", words: "", used: USED };

function written(isTTY: boolean): { text: () => string; show: () => void } {
  let text = "";
  const stream = { isTTY, columns: 80, write: (piece: string) => (text += piece) };
  const progress = createProgress(stream, false);
  return {
    text: () => text,
    show() {
      showActivity(progress, "p:m: thinking (0 steps)");
      showActivity(progress, "p:m: run_tests a.test.js (1 step)", CALL);
      showActivity(progress, "p:m: thinking (1 step)");
      showActivity(progress, "p:m: run_tests b\u001b[2J (2 steps)", { ...CALL, target: "b\u001b[2J" });
      progress.end();
    },
  };
}

it("writes one line for each call if lines cannot be replaced", () => {
  const log = written(false);
  log.show();
  expect(log.text().trimEnd().split("\n")).toEqual([
    "p:m: thinking (0 steps)",
    "p:m: run_tests a.test.js (1 step)",
    "p:m: run_tests b␛[2J (2 steps)",
  ]);
});

it("keeps the calls on a terminal and says below them what is happening", () => {
  const terminal = written(true);
  terminal.show();
  const lines = terminal.text().replaceAll("\u001b[2K", "").split("\n");
  expect(lines.map((line) => line.split("\r").at(-1))).toEqual([
    "p:m: run_tests a.test.js (1 step)",
    "p:m: run_tests b␛[2J (2 steps)",
    "",
  ]);
  expect(lines[1]).toContain("⠋ run_tests a.test.js");
  expect(lines[1]).toContain("⠋ p:m: thinking (1 step)");
});
