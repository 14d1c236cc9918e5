const { compare, sort } = require("./lib/index.js");

const pairs = [
  ["1.0.0-rc.9", "1.0.0-rc.11"],
  ["1.0.0-rc.100", "1.0.0-rc.20"],
  ["2.1.0-alpha.3", "2.1.0-alpha.3"],
  ["1.0.0-alpha", "1.0.0-beta"],
  ["1.0.0-3", "1.0.0-12"],
  ["1.0.0-5", "1.0.0-x"],
  ["1.0.0-x", "1.0.0-5"],
  ["1.0.0-a.1", "1.0.0-a"],
  ["3.0.0", "3.0.0-rc.1"],
  ["0.0.9", "0.0.10"],
];
const answers = pairs.map(([a, b]) => Math.sign(Number(String(compare(a, b)))) + 0);
answers.push(sort(["1.0.0-b.30", "1.0.0-b.4", "1.0.0-b.200", "1.0.0-a"]).join(" "));
console.log(JSON.stringify(answers));
