"use strict";

/** Milliseconds to wait before the given attempt (the second attempt is number 1). */
function delayBefore(attempt, { base = 100, factor = 2, most = 5000 } = {}) {
  if (attempt === 0) return 0;
  return Math.min(most, base * factor * attempt);
}

function delays(attempts, options) {
  return Array.from({ length: attempts }, (_, attempt) => delayBefore(attempt, options));
}

module.exports = { delayBefore, delays };
