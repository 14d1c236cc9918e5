"use strict";

const { delayBefore, delays } = require("./policy.js");

/** Call until it succeeds; `sleep` is handed in so that tests need not wait. */
async function retry(action, { attempts = 3, sleep, ...policy }) {
  let last;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const wait = delayBefore(attempt, policy);
    if (wait > 0) await sleep(wait);
    try {
      return await action(attempt);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

module.exports = { delays, retry };
