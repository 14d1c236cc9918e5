import { randomBytes } from "node:crypto";

/** A made-up secret and its line. Generated at run time, so that scanners do not report this file as a leak. */
export interface Canary {
  readonly kind: string;
  readonly value: string;
  readonly line: string;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const pick = (alphabet: string, length: number) =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join("");
/** Always with a digit and both cases, like real tokens. */
const letters = (length: number) => `a7Q${pick(ALPHABET, length - 3)}`;
const hex = (length: number) => `a7${pick("0123456789abcdef", length - 2)}`;
const upper = (length: number) => `Q7${pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", length - 2)}`;
const base64 = (text: string) => Buffer.from(text).toString("base64url");

/** One of each kind that a source file may contain, as a property of a JavaScript object. */
export function sourceCanaries(): Canary[] {
  const quoted = (name: string, value: string, kind = name): Canary => ({
    kind,
    value,
    line: `  ${name}: "${value}",`,
  });
  const within = (kind: string, value: string, around: (value: string) => string): Canary => ({
    kind,
    value,
    line: `  ${kind}: ${JSON.stringify(around(value))},`,
  });
  const keyLines = [letters(64), letters(64), letters(40)];
  return [
    quoted("aws", `AKIA${upper(16)}`, "AWS key id"),
    quoted("aws_secret_access_key", letters(40), "AWS secret key"),
    quoted("github", `ghp_${letters(36)}`, "GitHub token"),
    quoted("githubFine", `github_pat_${letters(22)}_${letters(59)}`, "GitHub fine-grained token"),
    quoted("gitlab", `glpat-${letters(20)}`, "GitLab token"),
    quoted("google", `AIza${letters(35)}`, "Google API key"),
    quoted("googleToken", `ya29.${letters(60)}`, "Google OAuth token"),
    quoted("stripe", `sk_live_${letters(24)}`, "Stripe key"),
    quoted("openai", `sk-proj-${letters(48)}`, "OpenAI key"),
    quoted("anthropic", `sk-ant-api03-${letters(80)}`, "Anthropic key"),
    quoted("slack", `xoxb-123456789012-${letters(24)}`, "Slack token"),
    within(
      "slackHook",
      `T0A7Q0000/B0A7Q0000/${letters(24)}`,
      (value) => `https://hooks.slack.com/services/${value}`,
    ),
    quoted("jwt", `eyJhbGciOiJIUzI1NiJ9.${base64(`{"sub":"${letters(12)}"}`)}.${letters(43)}`, "JWT"),
    quoted("npm", `npm_${letters(36)}`, "npm token"),
    quoted("pypi", `pypi-AgEIcHlwaS5vcmc${letters(60)}`, "PyPI token"),
    quoted("sendgrid", `SG.${letters(22)}.${letters(43)}`, "SendGrid key"),
    quoted("huggingface", `hf_${letters(34)}`, "Hugging Face token"),
    quoted("digitalocean", `dop_v1_${hex(64)}`, "DigitalOcean token"),
    quoted("vault", `hvs.${letters(90)}`, "Vault token"),
    quoted("telegram", `123456789:AA${letters(33)}`, "Telegram token"),
    quoted("databricks", `dapi${hex(32)}`, "Databricks token"),
    quoted("age", `AGE-SECRET-KEY-1${upper(58)}`, "age key"),
    within("postgres", letters(18), (value) => `postgres://app:${value}@db.example.com/app`),
    within("mongo", letters(18), (value) => `mongodb+srv://app:${value}@cluster.example.com/`),
    within("sqlServer", letters(14), (value) => `Server=db;User Id=sa;Password=${value};Encrypt=true`),
    within("azure", `${letters(86)}==`, (value) => `DefaultEndpointsProtocol=https;AccountKey=${value};`),
    within("header", letters(32), (value) => `Authorization: Bearer ${value}`),
    within("signed", hex(64), (value) => `https://x.example.com/o?X-Amz-Signature=${value}`),
    quoted("password", `${letters(9)}!`),
    quoted("client_secret", letters(30)),
    quoted("api_key", hex(32)),
    quoted("sessionToken", letters(24)),
    quoted("encryptionKey", letters(32)),
    ...keyLines.map((value, index) => ({
      kind: `private key, line ${index + 1}`,
      value,
      line: pemLine(keyLines, index),
    })),
  ];
}

function pemLine(lines: readonly string[], index: number): string {
  const open = index === 0 ? "  pem: `-----BEGIN RSA PRIVATE KEY-----\n" : "";
  const close = index === lines.length - 1 ? "\n-----END RSA PRIVATE KEY-----`," : "";
  return `${open}${lines[index]}${close}`;
}

/** Values of the caller's environment: in no known format, recognized only by the variable's name. */
export function environmentCanaries(): { readonly name: string; readonly value: string }[] {
  return ["DEPLOY_TOKEN", "DB_PASSWORD", "MY_API_KEY", "APP_SECRET"].map((name) => ({
    name,
    value: pick("bcdfghjklmnpqrstvwxz", 16),
  }));
}

/** One that a model invents, one in the name of a file, one in a commit message, one that a person writes. */
export function strayCanaries() {
  return {
    model: `ghp_${letters(36)}`,
    modelSummary: `glpat-${letters(20)}`,
    fileName: `ghp_${letters(36)}`,
    commit: `xoxb-123456789012-${letters(24)}`,
    person: `sk_live_${letters(24)}`,
    hook: `npm_${letters(36)}`,
  };
}
