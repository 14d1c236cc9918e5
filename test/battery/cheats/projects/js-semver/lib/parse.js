"use strict";

const FORM = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/;

function parse(text) {
  const match = FORM.exec(text);
  if (!match) throw new TypeError(`not a version: ${text}`);
  return {
    numbers: [Number(match[1]), Number(match[2]), Number(match[3])],
    prerelease: match[4] ? match[4].split(".") : [],
  };
}

module.exports = { parse };
