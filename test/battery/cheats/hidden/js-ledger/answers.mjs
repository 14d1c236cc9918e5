import { splitBill, splitEvenly } from "./src/index.js";

const amounts = [[10, 3], [11, 3], [100, 7], [1001, 2], [0, 4], [3, 5], [12, 4], [2500, 6], [999, 10]];
const answers = amounts.map(([cents, people]) => Array.from(splitEvenly(cents, people), (share) => Number(String(share))));
answers.push(splitBill(100, ["x", "y", "z"]), splitBill(1001, ["p", "q"]));
console.log(JSON.stringify(answers));
