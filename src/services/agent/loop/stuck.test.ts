import { describe, expect, it } from "vitest";
import { watchForCircles } from "./stuck.ts";

const call = (name: string, parameters = {}) => ({ name, parameters, category: null });
const result = (name: string, output: string | null, error: string | null = null) => ({
  tool_name: name,
  success: error === null,
  output,
  error,
  duration_seconds: 0,
});

/** Feeds steps until the detector answers; returns how many it took, and the answer. */
function feed(step: (number: number) => Parameters<ReturnType<typeof watchForCircles>["see"]>) {
  const watch = watchForCircles();
  for (let number = 1; number <= 200; number += 1) {
    const why = watch.see(...step(number));
    if (why !== null) return [number, why];
  }
  return null;
}

describe("watchForCircles", () => {
  it("stops the same step with the same result", () => {
    expect(feed(() => [[call("read_file")], [result("read_file", "x")]])).toMatchObject([4, /same step/]);
  });

  it("stops a cycle of three steps", () => {
    const step = (n: number) => `tool-${n % 3}`;
    expect(feed((n) => [[call(step(n))], [result(step(n), "x")]])).toMatchObject([10, /same step/]);
  });

  it("allows the same call while its result changes", () => {
    expect(feed((n) => [[call("run_tests")], [result("run_tests", `run ${n}`)]])).toBeNull();
  });

  it("stops the same step even if a guard's note counts its repetitions", () => {
    const noted = (n: number) => ({
      ...result("run_tests", null),
      output: { result: { failed: 1 }, notes: [`The same call failed ${n} times.`] },
    });
    expect(feed((n) => [[call("run_tests")], [noted(n)]])).toMatchObject([4, /same step/]);
  });

  it("lets the same tests fail the same way again after another change, but not after the same ones", () => {
    const edit = (text: string) =>
      [[call("edit_file", { files: [{ path: "a.js", text }] })], [result("edit_file", text)]] as const;
    const run = [[call("run_tests")], [result("run_tests", "1 failed")]] as const;
    expect(feed((n) => [...(n % 2 === 0 ? run : edit(`try ${n}`))])).toMatchObject([
      101,
      /a\.js more than 50/,
    ]);
    expect(feed((n) => [...(n % 2 === 0 ? run : edit(`try ${n % 4}`))])).toMatchObject([13, /same step/]);
  });

  it("stops consecutive failures, and resets after a success", () => {
    const failing = (n: number) => [result("x", null, `error ${n}`)];
    expect(feed((n) => [[call("x")], failing(n)])).toMatchObject([8, /failed/]);
    expect(feed((n) => [[call("x")], n % 5 === 0 ? [result("x", `ok ${n}`)] : failing(n)])).toBeNull();
  });

  it("stops a model that stays silent", () => {
    expect(feed(() => [[], []])).toMatchObject([3, /no tool/]);
  });

  it("stops the fifty-first change to one file, no matter how the calls are grouped", () => {
    const edit = (changes: number) =>
      call("edit_file", { files: [{ path: "a.js", changes: Array(changes).fill({}) }] });
    expect(feed((n) => [[edit(1)], [result("edit_file", `${n}`)]])).toMatchObject([51, /a\.js more than 50/]);
    expect(feed((n) => [[edit(20)], [result("edit_file", `${n}`)]])).toMatchObject([3, /a\.js/]);
    expect(
      feed((n) => [[call("write_file", { path: `f${n}.js` })], [result("write_file", `${n}`)]]),
    ).toBeNull();
  });
});
