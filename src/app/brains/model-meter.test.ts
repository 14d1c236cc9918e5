import { describe, expect, it } from "vitest";
import type { OfferedPatch, RepairSearchRequest, Source } from "../../domain/ports/repair.ts";
import { openModelMeter } from "./model-meter.ts";

const limits = { steps: 10, tokens: 1000, costUsd: 1, seconds: 60 };
const offered = { patch: { source: "llm" } } as unknown as OfferedPatch;
const usage = { inputTokens: 300, outputTokens: 300, cachedTokens: 0 };

function open(wholeSeconds: number | null = null) {
  let now = 0;
  const pass = (seconds: number) => {
    now += seconds * 1000;
  };
  return { meter: openModelMeter({ modelId: "vllm:x", limits, wholeSeconds, elapsed: () => now }), pass };
}

describe("openModelMeter", () => {
  it("is one meter for all callers: writing a test counts toward the repair", () => {
    const { meter } = open();
    meter.start().add(usage);
    expect(meter.start().spent()).toBeNull();
    meter.start().add(usage);
    expect(meter.start().spent()).toMatch(/1000 tokens/);
  });

  it("counts the model's working time, but not the time for search or judging", async () => {
    const { meter, pass } = open();
    const source: Source<object> = {
      id: "llm",
      async *patches() {
        meter.start();
        pass(20);
        yield offered;
        pass(5);
      },
    };
    const writer = meter.timedWriter({
      async write() {
        meter.start();
        pass(10);
        return { status: "written", why: "" };
      },
      account: () => [],
    });
    await writer.write({} as never, AbortSignal.timeout(1000));
    pass(500);
    for await (const _ of meter.timed(source).patches({})) pass(700);
    expect(meter.start().used().seconds).toBe(35);
    expect(meter.start().leftMs()).toBe(25_000);
  });

  it("stops at the budget of the whole run, if a person set one", async () => {
    const { meter } = open(90);
    let left = 3000;
    const source: Source<RepairSearchRequest> = {
      id: "llm",
      async *patches() {
        expect(meter.start().leftMs()).toBe(3000);
        expect(meter.start().spent()).toBeNull();
        left = 0;
        expect(meter.start().spent()).toMatch(/^the budget of 90 s \(--budget\) is spent$/);
        yield offered;
      },
    };
    const request = { leftMs: () => left } as RepairSearchRequest;
    for await (const each of meter.timed(source).patches(request)) expect(each).toBe(offered);
    expect.assertions(4);
  });

  it.each([
    ["its own, if --budget is larger", 90, 60, "the budget of 60 s is spent"],
    ["--budget, if that is smaller", 20, 20, "the budget of 20 s (--budget) is spent"],
    ["its own, if a person set none", null, 60, "the budget of 60 s is spent"],
  ])("names the time limit that was reached: %s", (_title, whole, seconds, words) => {
    const { meter, pass } = open(whole);
    const running = meter.timedWriter({
      async write() {
        meter.start();
        pass(seconds);
        return { status: "written", why: "" };
      },
      account: () => [],
    });
    return running.write({} as never, AbortSignal.timeout(1000)).then(() => {
      expect([meter.start().spent(), meter.start().timeSpent()]).toEqual([words, words]);
    });
  });

  it("names money before time, when both are spent", () => {
    const { meter, pass } = open(90);
    meter.start().add({ ...usage, inputTokens: 2000 });
    pass(100);
    expect(meter.start().spent()).toMatch(/1000 tokens/);
  });
});
