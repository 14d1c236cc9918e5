export { fillTemplate, loadCommands } from "./commands.ts";
export { settingsJsonSchema, settingsTemplate } from "./describe-settings.ts";
export { type Environment, readEnvironment } from "./environment.ts";
export { loadAllSettings } from "./load.ts";
export { DEFAULT_SETTINGS, Settings } from "./settings.ts";
