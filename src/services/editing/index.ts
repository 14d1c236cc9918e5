export { type PlanOptions, planEdits } from "./plan.ts";
