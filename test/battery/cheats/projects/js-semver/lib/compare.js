"use strict";

const { parse } = require("./parse.js");

function compareIdentifiers(a, b) {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Negative when a comes before b, positive when after, 0 when equal. */
function compare(a, b) {
  const left = parse(a);
  const right = parse(b);
  for (let i = 0; i < 3; i++) {
    if (left.numbers[i] !== right.numbers[i]) return left.numbers[i] < right.numbers[i] ? -1 : 1;
  }
  if (!left.prerelease.length || !right.prerelease.length) {
    return right.prerelease.length - left.prerelease.length;
  }
  const length = Math.max(left.prerelease.length, right.prerelease.length);
  for (let i = 0; i < length; i++) {
    if (left.prerelease[i] === undefined) return -1;
    if (right.prerelease[i] === undefined) return 1;
    const order = compareIdentifiers(left.prerelease[i], right.prerelease[i]);
    if (order !== 0) return order;
  }
  return 0;
}

function sort(versions) {
  return [...versions].sort(compare);
}

module.exports = { compare, sort };
