import type { Provider } from "../connection/provider.ts";
import { anthropic } from "./anthropic.ts";
import { azure, azureChat } from "./azure.ts";
import { bedrock } from "./bedrock.ts";
import { compatible } from "./compatible.ts";
import { gemini } from "./gemini.ts";
import { mistral } from "./mistral.ts";
import { openai, openaiResponses } from "./openai.ts";
import { openrouter } from "./openrouter.ts";
import { vertex } from "./vertex.ts";

export const PROVIDERS: readonly Provider[] = [
  anthropic,
  openai,
  openaiResponses,
  azure,
  azureChat,
  bedrock,
  gemini,
  vertex,
  mistral,
  openrouter,
  ...compatible,
];
