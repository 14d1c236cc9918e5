import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { AgentForgeError, messageOf } from "../../domain/errors.ts";

/** Model keys are secret, no matter what they look like; an AWS secret key may look like a path. */
export const MODEL_KEYS = [
  ...["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "AZURE_OPENAI_API_KEY", "AZURE_API_KEY", "AGENTFORGE_MODEL_KEY"],
  ...["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_VERTEX_API_KEY"],
  ...["GOOGLE_VERTEX_ACCESS_TOKEN", "CLOUDSDK_AUTH_ACCESS_TOKEN", "MISTRAL_API_KEY", "OPENROUTER_API_KEY"],
  ...["AWS_BEARER_TOKEN_BEDROCK", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"],
];

/** The variables that `NAME_FILE` can replace. */
const FROM_FILE = [
  ...["AGENTFORGE_DATABASE", "AGENTFORGE_TOKEN", "GH_TOKEN", "GITHUB_TOKEN", "GITLAB_TOKEN", "GITEA_TOKEN"],
  ...["LANGFUSE_SECRET_KEY", "OTEL_EXPORTER_OTLP_HEADERS"],
  ...MODEL_KEYS,
];

/**
 * The variables, with secrets from the files that `NAME_FILE` variables name, as container platforms mount them. If one
 * of these files cannot be used, the error is in `problem`, for the host to report in its own way.
 */
export function withSecretFiles(variables: NodeJS.ProcessEnv): {
  readonly variables: NodeJS.ProcessEnv;
  readonly problem: AgentForgeError | null;
} {
  const named = FROM_FILE.filter((name) => variables[`${name}_FILE`]);
  try {
    const read = named.map((name) => [name, readSecret(name, variables)]);
    return { variables: { ...variables, ...Object.fromEntries(read) }, problem: null };
  } catch (error) {
    if (!(error instanceof AgentForgeError)) throw error;
    return { variables, problem: error };
  }
}

function readSecret(name: string, variables: NodeJS.ProcessEnv): string {
  const variable = `${name}_FILE`;
  const file = variables[variable] ?? "";
  const refuse = (message: string, hint: string, cause?: unknown) =>
    new AgentForgeError("bad_config", message, { hint, cause });
  if (variables[name])
    throw refuse(
      `Both ${name} and ${variable} are set, so it is unclear which secret to use.`,
      `Unset one of them.`,
    );
  // A relative path would be looked up in the repository.
  if (!isAbsolute(file))
    throw refuse(`${variable} is not an absolute path: ${file}`, `Set ${variable} to the file's full path.`);
  let value: string;
  try {
    value = readFileSync(file, "utf8").trim();
  } catch (error) {
    const reason = messageOf(error);
    throw refuse(
      `The file named by ${variable} cannot be read: ${reason}`,
      `Make the file readable for this user, or unset ${variable}.`,
      error,
    );
  }
  if (value === "")
    throw refuse(
      `The file named by ${variable} is empty: ${file}`,
      `Write the secret into it, or unset ${variable}.`,
    );
  return value;
}

/** Values whose names mark them as secret, and passwords inside addresses. Paths, switches and plain words are not secret. */
export function secretsIn(variables: NodeJS.ProcessEnv): string[] {
  const secretName =
    /KEY|TOKEN|SECRET|PASS(?:WORD|WD|PHRASE|CODE)|PWD$|CREDENTIAL|AUTH|DSN|CONNECTION_STRING/;
  const plain = /^(?:[/~.]|[a-z]:\\|(?:true|false|none|null|enabled|disabled|required|optional|\d+)$)/i;
  return Object.entries(variables).flatMap(([name, value = ""]) => {
    const isAddress = value.includes("://");
    const inAddress = isAddress ? /^[a-z][a-z0-9+.-]*:\/\/[^/@:]*:([^/@]+)@/i.exec(value)?.[1] : undefined;
    if (inAddress !== undefined) return [inAddress];
    const isModelKey = MODEL_KEYS.includes(name) && value.length >= 8;
    const isSecret =
      isModelKey || (secretName.test(name.toUpperCase()) && value.length >= 8 && !plain.test(value));
    const isPlainAddress = isAddress && /^[a-z][a-z0-9+.-]*:\/\//i.test(value);
    return isSecret && !/^(?:OLD)?PWD$/.test(name) && !isPlainAddress ? [value] : [];
  });
}
