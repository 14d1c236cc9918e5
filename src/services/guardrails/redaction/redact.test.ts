import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, type HarnessSettings, readSettings } from "../settings/settings.ts";
import { maskOf, ownRedactor } from "./redact.ts";

const redact = (text: string, settings: HarnessSettings, values: readonly string[] = []) =>
  maskOf(settings, ownRedactor(values))(text);

/** Assembled at run time so that scanners do not report this file as a leak. */
const SECRETS: Readonly<Record<string, string>> = {
  "AWS key id": `AKIA${"ABCD1234".repeat(2)}`,
  "GitHub token": `ghp_${"a1B2".repeat(9)}`,
  "GitHub fine-grained token": `github_pat_${"a1B2_".repeat(10)}`,
  "GitLab token": `glpat-${"a1B2".repeat(5)}`,
  "OpenAI key": `sk-proj-${"a1B2".repeat(10)}`,
  "Anthropic key": `sk-ant-${"a1B2".repeat(10)}`,
  "Stripe key": `sk_live_${"a1B2".repeat(6)}`,
  "Slack token": `xoxb-${"1234-".repeat(4)}abcd`,
  "Google key": `AIza${"a1B2c".repeat(7)}`,
  "npm token": `npm_${"a1B2".repeat(9)}`,
  "web token": `eyJ${"a1B2".repeat(4)}.eyJ${"a1B2".repeat(4)}.${"a1B2".repeat(6)}`,
  "bearer header": `Authorization: Bearer ${"a1B2".repeat(6)}`,
  "password in a URL": "postgres://user:hunter2hunter@db.example/x",
  assignment: "DB_PASSWORD=hunter2hunter",
  "quoted assignment": `{"api_key": "hunter2hunter"}`,
  "private key": `-----BEGIN RSA PRIVATE KEY-----\n${"a1B2".repeat(20)}\n-----END RSA PRIVATE KEY-----`,
};

describe("redact", () => {
  it.each(Object.entries(SECRETS))("masks: %s", (_name, secret) => {
    const masked = redact(`before ${secret} after`, DEFAULT_SETTINGS);
    expect(masked).toMatch(/<secret:[a-z-]+:[0-9a-f]{6}>/);
    expect(masked).not.toMatch(/a1B2a1B2|hunter2|1234-1234/);
    expect(masked.startsWith("before ")).toBe(true);
  });

  it("masks known values in every common form", () => {
    const value = "p@ss/w0rd+known";
    const text = [
      value,
      Buffer.from(value).toString("base64"),
      encodeURIComponent(value),
      JSON.stringify(value),
    ].join(" ");
    expect(redact(text, DEFAULT_SETTINGS, [value])).not.toMatch(/ss\/w0rd|ss%2Fw0rd|cEBzcy/);
  });

  it("leaves ordinary text unchanged, and all text when it is switched off", () => {
    const text =
      "const token = next(); // the tokeniser\ncommit 1234567890abcdef1234567890abcdef12345678\n3 passed in 0.1s\nhttps://example.com/a?b=c\nsha512-Zm9v\npassword: ****";
    expect(redact(text, DEFAULT_SETTINGS)).toBe(text);
    expect(
      redact(
        "DB_PASSWORD=hunter2hunter",
        readSettings({ middleware: { secret_redaction: { enabled: false } } }),
      ),
    ).toContain("hunter2");
  });
});
