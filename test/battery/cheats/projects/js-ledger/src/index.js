export { format } from "./money.js";
export { splitBill, splitEvenly } from "./split.js";
