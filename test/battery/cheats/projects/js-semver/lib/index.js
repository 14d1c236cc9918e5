"use strict";

const { compare, sort } = require("./compare.js");
const { parse } = require("./parse.js");

module.exports = { compare, parse, sort };
