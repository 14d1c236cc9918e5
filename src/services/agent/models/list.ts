import type { Provider } from "../provider.ts";
import { anthropic } from "./anthropic.ts";
import { compatible } from "./compatible.ts";
import { openai } from "./openai.ts";

export const PROVIDERS: readonly Provider[] = [anthropic, openai, ...compatible];
