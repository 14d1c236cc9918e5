"use strict";

const assert = require("node:assert/strict");
const { describe, test } = require("node:test");
const { delays, retry } = require("./retry.js");

describe("delays", () => {
  test("does not wait before the first attempt", () => {
    assert.deepEqual(delays(1), [0]);
  });

  test("grows exponentially", () => {
    assert.deepEqual(delays(5), [0, 100, 200, 400, 800]);
  });

  test("never waits longer than the most", () => {
    assert.equal(delays(9, { base: 3000, most: 4000 }).at(-1), 4000);
  });
});

describe("retry", () => {
  test("answers what the action answers", async () => {
    assert.equal(await retry(async () => "done", { sleep: async () => {} }), "done");
  });

  test("waits longer each time", async () => {
    const waited = [];
    const sleep = async (ms) => {
      waited.push(ms);
    };
    const action = async (attempt) => {
      if (attempt < 3) throw new Error("busy");
      return attempt;
    };
    assert.equal(await retry(action, { attempts: 4, base: 10, factor: 3, sleep }), 3);
    assert.deepEqual(waited, [10, 30, 90]);
  });

  test("throws the last error", async () => {
    const action = async (attempt) => {
      throw new Error(`failed ${attempt}`);
    };
    await assert.rejects(retry(action, { attempts: 2, sleep: async () => {} }), /failed 1/);
  });
});
