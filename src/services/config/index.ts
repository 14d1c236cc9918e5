export { fillTemplate, loadCommands } from "./commands.ts";
export { type Environment, readEnvironment } from "./environment.ts";
export { loadAllSettings } from "./load.ts";
export { DEFAULT_SETTINGS, Settings } from "./settings.ts";
