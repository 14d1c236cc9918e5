export { type BrainChoice, chooseBrain, type ModelChoice } from "./choose-model.ts";
export { PROVIDERS } from "./models/list.ts";
export { openModel } from "./open-model.ts";
