import { convert } from "./src/convert.ts";

const asked: [number, string, string][] = [
  [32, "F", "C"],
  [98.6, "F", "C"],
  [0, "F", "K"],
  [451, "F", "C"],
  [-459.67, "F", "K"],
  [20, "C", "F"],
  [300, "K", "C"],
  [5280, "ft", "km"],
  [50, "F", "F"],
  [37, "C", "K"],
];
console.log(JSON.stringify(asked.map(([value, from, to]) => Number(String(convert(value, from, to))))));
