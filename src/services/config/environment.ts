import { isAbsolute, join } from "node:path";
import type { AgentForgeError } from "../../domain/errors.ts";
import { hostingIn, type PipelineVariables, pipelineIn } from "./pipeline.ts";
import { MODEL_KEYS, secretsIn, withSecretFiles } from "./secret-variables.ts";
import { absolute } from "./user-folders.ts";

/** Loaded lazily, because a hook rarely needs it. */
const os = () => process.getBuiltinModule("node:os");
const tmpdir = () => os().tmpdir();

/** What AgentForge takes from the process environment. Nothing else in the program reads it. */
export interface Environment {
  /** Folders in which programs are looked up. */
  readonly path: string;
  readonly home: string;
  readonly temporary: string;
  /** `CARGO_HOME` and `RUSTUP_HOME`, if they are not in their usual places. */
  readonly cargoHome: string | null;
  readonly rustupHome: string | null;
  /** `DOCKER_HOST`: the path of the Docker engine's socket, or an address that is not a socket. */
  readonly dockerSocket: string | null;
  /** What git needs in addition to its path: agents for ssh and signing, a proxy, the certificates of a private authority. */
  readonly gitVariables: Readonly<Record<string, string>>;
  /** The user's own settings for AgentForge, outside every repository. */
  readonly configFolder: string;
  /** What AgentForge keeps for the user, outside every repository. */
  readonly userStateFolder: string;
  /** The agent in whose shell this runs; null in a person's own terminal. */
  readonly agentShell: string | null;
  /** The name of the person who answers, according to the machine. */
  readonly person: string;
  /** For pushing and pull requests. Never from a repository's own settings, which could send the token elsewhere. */
  readonly hosting: ReturnType<typeof hostingIn>;
  readonly pipeline: PipelineVariables;
  /** `AGENTFORGE_TRUST_REPOSITORY`: a repository's own settings count as the user's. */
  readonly trustsRepository: boolean;
  /** `AGENTFORGE_BRAIN`: `search`, `llm`, `hybrid` or `provider:model`. */
  readonly brain: string | null;
  /** `AGENTFORGE_DATABASE`: `postgres://…`. Never from a repository's own settings. */
  readonly database: string | null;
  /** Addresses of package registries without credentials, by the variable that package managers read. */
  readonly registries: Readonly<Record<string, string>>;
  /** Files of certificate authorities for them, by the variable that package managers read. */
  readonly certificates: Readonly<Record<string, string>>;
  /** Keys and addresses of model providers, by the name of their variable. */
  readonly modelVariables: Readonly<Record<string, string>>;
  /** `VISUAL` or `EDITOR`, split at blanks: a program and its arguments. */
  readonly editor: readonly string[];
  /** The telemetry receivers; none if both are null. */
  readonly telemetry: TelemetryEnvironment;
  readonly noColor: boolean;
  readonly forceColor: boolean;
  /** How the person calls this program. */
  readonly program: string;
  /** Values that must never be written anywhere: keys, tokens, passwords. */
  readonly secrets: readonly string[];
  /** Why a file that a variable such as `AGENTFORGE_TOKEN_FILE` names cannot be used. */
  readonly secretFileProblem: AgentForgeError | null;
}

export function readEnvironment(given: NodeJS.ProcessEnv = process.env): Environment {
  const { variables, problem } = withSecretFiles(given);
  return {
    path: variables.PATH ?? "/usr/local/bin:/usr/bin:/bin",
    home: homeIn(variables),
    temporary: tmpdir(),
    cargoHome: absolute(variables.CARGO_HOME),
    rustupHome: absolute(variables.RUSTUP_HOME),
    dockerSocket: variables.DOCKER_HOST?.replace(/^unix:\/\//, "") || null,
    gitVariables: gitVariablesIn(variables),
    configFolder: configFolderIn(variables),
    userStateFolder: stateFolderIn(variables),
    agentShell: agentShellIn(variables),
    person: variables.AGENTFORGE_USER ?? variables.SUDO_USER ?? variables.USER ?? nameOfUser(),
    hosting: hostingIn(variables),
    pipeline: pipelineIn(variables),
    trustsRepository: isSet(variables.AGENTFORGE_TRUST_REPOSITORY),
    brain: variables.AGENTFORGE_BRAIN || null,
    database: variables.AGENTFORGE_DATABASE || null,
    registries: registriesIn(variables),
    certificates: certificatesIn(variables),
    modelVariables: modelVariablesIn(variables),
    editor: (variables.VISUAL || variables.EDITOR || "").split(/\s+/).filter((word) => word !== ""),
    telemetry: telemetryIn(variables),
    noColor: isSet(variables.NO_COLOR),
    forceColor: isSet(variables.FORCE_COLOR),
    program: variables.npm_execpath === undefined ? "agentforge" : "npx agentforge",
    secrets: secretsIn(variables),
    secretFileProblem: problem,
  };
}

const GIT_VARIABLES = [
  ...["SSH_AUTH_SOCK", "GNUPGHOME", "GPG_TTY", "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"],
  "XDG_RUNTIME_DIR",
  ...["GIT_SSL_CAINFO", "SSL_CERT_FILE", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"],
];

function gitVariablesIn(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    GIT_VARIABLES.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])),
  );
}

const REGISTRIES = [
  ...["npm_config_registry", "NPM_CONFIG_REGISTRY", "YARN_NPM_REGISTRY_SERVER", "PIP_INDEX_URL"],
  ...["UV_DEFAULT_INDEX", "UV_INDEX_URL", "GOPROXY"],
];

/** An address with a user or a password in it is a secret, and is never passed on. */
function registriesIn(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    REGISTRIES.flatMap((name) => {
      const value = variables[name] ?? "";
      return value === "" || value.includes("@") ? [] : [[name, value]];
    }),
  );
}

const CERTIFICATES = [
  ...[
    "SSL_CERT_FILE",
    "NODE_EXTRA_CA_CERTS",
    "npm_config_cafile",
    "NPM_CONFIG_CAFILE",
    "YARN_HTTPS_CA_FILE_PATH",
  ],
  ...["PIP_CERT", "REQUESTS_CA_BUNDLE", "CARGO_HTTP_CAINFO", "GIT_SSL_CAINFO"],
];

function certificatesIn(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    CERTIFICATES.flatMap((name) => {
      const value = variables[name] ?? "";
      return isAbsolute(value) ? [[name, value]] : [];
    }),
  );
}

function homeIn({ HOME }: NodeJS.ProcessEnv): string {
  return absolute(HOME) ?? os().userInfo().homedir;
}

function configFolderIn(variables: NodeJS.ProcessEnv): string {
  return join(absolute(variables.XDG_CONFIG_HOME) ?? join(homeIn(variables), ".config"), "agentforge");
}

function stateFolderIn(variables: NodeJS.ProcessEnv): string {
  const base = absolute(variables.XDG_STATE_HOME) ?? join(homeIn(variables), ".local", "state");
  return join(base, "agentforge");
}

/** What agents set in the shells they start. */
const AGENT_SHELLS = {
  CLAUDECODE: "Claude Code",
  CODEX_SANDBOX: "Codex",
  GEMINI_CLI: "Gemini CLI",
  CURSOR_AGENT: "Cursor",
  OPENCODE: "opencode",
} as const;

function agentShellIn(variables: NodeJS.ProcessEnv): string | null {
  return Object.entries(AGENT_SHELLS).find(([name]) => isSet(variables[name]))?.[1] ?? null;
}

interface TelemetryEnvironment {
  readonly otlp: { readonly url: string; readonly headers: Readonly<Record<string, string>> } | null;
  readonly langfuse: {
    readonly host: string;
    readonly publicKey: string;
    readonly secretKey: string;
    readonly project: string | null;
  } | null;
  /** Where a fleet's metrics go, and how often. */
  readonly metrics: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly everyMs: number;
  } | null;
  /** Include the messages to and from a model. */
  readonly content: boolean;
}

const METRICS_EVERY_MS = 60_000;

/** The variables that OpenTelemetry and Langfuse themselves use. */
function telemetryIn(variables: NodeJS.ProcessEnv): TelemetryEnvironment {
  if (isSet(variables.OTEL_SDK_DISABLED))
    return { otlp: null, langfuse: null, metrics: null, content: false };
  const base = variables.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (base && `${withoutSlash(base)}/v1/traces`);
  const metricsUrl =
    variables.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT || (base && `${withoutSlash(base)}/v1/metrics`);
  const headers = headersIn(variables.OTEL_EXPORTER_OTLP_HEADERS ?? "");
  const everyMs = Number(variables.OTEL_METRIC_EXPORT_INTERVAL) || METRICS_EVERY_MS;
  const { LANGFUSE_PUBLIC_KEY: publicKey, LANGFUSE_SECRET_KEY: secretKey } = variables;
  const host = variables.LANGFUSE_BASE_URL || variables.LANGFUSE_HOST || "https://cloud.langfuse.com";
  const project = variables.LANGFUSE_PROJECT_ID || null;
  return {
    otlp: url ? { url, headers } : null,
    metrics: metricsUrl ? { url: metricsUrl, headers, everyMs: Math.max(100, everyMs) } : null,
    langfuse: publicKey && secretKey ? { host: withoutSlash(host), publicKey, secretKey, project } : null,
    // The values of OpenTelemetry's variable that ask for content in spans.
    content: /^(?:true|1|span_only|span_and_event)$/i.test(
      variables.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT?.trim() ?? "",
    ),
  };
}

/** `name=value,name=value`, values percent-encoded. */
function headersIn(text: string): Record<string, string> {
  const pairs = text.split(",").flatMap((pair) => {
    const [name = "", ...value] = pair.split("=");
    return name.trim() === "" ? [] : [[name.trim(), decode(value.join("=").trim())]];
  });
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

const MODEL_PLACES = [
  ...["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "AGENTFORGE_MODEL_URL", "OLLAMA_HOST", "MISTRAL_BASE_URL"],
  ...["AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_BASE_URL", "AZURE_RESOURCE_NAME", "OPENROUTER_BASE_URL"],
  ...["GOOGLE_GEMINI_BASE_URL", "GOOGLE_VERTEX_BASE_URL", "GOOGLE_VERTEX_PROJECT", "GOOGLE_CLOUD_PROJECT"],
  ...["GOOGLE_VERTEX_LOCATION", "GOOGLE_CLOUD_LOCATION"],
  ...["AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL_BEDROCK_RUNTIME"],
];

function modelVariablesIn(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    [...MODEL_KEYS, ...MODEL_PLACES].flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])),
  );
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "" && value !== "0" && value !== "false";
}

function nameOfUser(): string {
  try {
    return os().userInfo().username;
  } catch {
    return "unknown";
  }
}

/**
 * The few values that a hook needs. Separate from `readEnvironment`, so that a hook starts without looking
 * anything else up.
 */
export interface HookEnvironment {
  readonly home: string;
  /** The folder the client was started in, if it is known. */
  readonly projectFolder: string | null;
  readonly temporary: string;
  /** The user's own settings, as for every other host. */
  readonly configFolder: string;
  readonly userStateFolder: string;
  readonly trustsRepository: boolean;
  readonly secrets: readonly string[];
}

export function readHookEnvironment(variables: NodeJS.ProcessEnv = process.env): HookEnvironment {
  return {
    home: homeIn(variables),
    projectFolder: variables.CLAUDE_PROJECT_DIR ?? variables.GEMINI_PROJECT_DIR ?? null,
    get temporary() {
      return tmpdir();
    },
    configFolder: configFolderIn(variables),
    userStateFolder: stateFolderIn(variables),
    trustsRepository: isSet(variables.AGENTFORGE_TRUST_REPOSITORY),
    secrets: secretsIn(variables),
  };
}
