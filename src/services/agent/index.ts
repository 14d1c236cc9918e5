export { type BrainChoice, chooseBrain } from "./choose-model.ts";
export { createModelBrain, type ModelBrain } from "./model-brain.ts";
export { PROVIDERS } from "./models/list.ts";
export { openModel } from "./open-model.ts";
export { createPlanWriter } from "./plan-writer.ts";
export { priceOf } from "./prices.ts";
export { readPrompts } from "./prompts.ts";
export { createTestWriter } from "./test-writer.ts";
export type { SessionCopy } from "./work-session.ts";
