import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor as create } from "./redactor.ts";

const tag = (value: string) => hash("sha256", value).slice(0, 6);
const createRedactor = (values: readonly string[]) => create({ values, tag }).text;
/** A new redactor each time, so that nothing learned in one case helps another. */
const redact = (text: string) => createRedactor([])(text);
const MASK = /<secret:[a-z-]+:[0-9a-f]{6}>/;
const letters = (length: number) => "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA".repeat(9).slice(0, length);
const hex = (length: number) => "0123456789abcdef".repeat(9).slice(0, length);

/** Secrets are assembled here, so that no scanner mistakes this file for a leak. */
type Around = (secret: string) => string;
const KINDS: readonly (readonly [kind: string, secret: string, around?: Around])[] = [
  ["AWS key id", `AKIA${"ABCDEFGH23456789"}`],
  ["AWS secret key", letters(40), (secret) => `aws_secret_access_key = ${secret}`],
  ["GitHub token", `ghp_${letters(36)}`],
  ["GitHub fine-grained token", `github_pat_${letters(22)}_${letters(59)}`],
  ["GitLab token", `glpat-${letters(20)}`],
  ["Google API key", `AIza${letters(35)}`],
  ["Google OAuth token", `ya29.${letters(60)}`],
  ["Stripe key", `sk_live_${letters(24)}`],
  ["OpenAI key", `sk-proj-${letters(48)}`],
  ["Anthropic key", `sk-ant-api03-${letters(90)}`],
  ["Slack token", `xoxb-123456789012-${letters(24)}`],
  [
    "Slack webhook",
    `T00000000/B00000000/${letters(24)}`,
    (secret) => `https://hooks.slack.com/services/${secret}`,
  ],
  ["JWT", `eyJ${letters(30)}.eyJ${letters(60)}.${letters(43)}`],
  ["Bearer header", letters(32), (secret) => `Authorization: Bearer ${secret}`],
  ["Basic header", `${letters(20)}==`, (secret) => `authorization: Basic ${secret}`],
  ["npm token", `npm_${letters(36)}`],
  ["npmrc", letters(36), (secret) => `//registry.example.com/:_authToken=${secret}`],
  ["PyPI token", `pypi-AgEIcHlwaS5vcmc${letters(60)}`],
  ["SendGrid key", `SG.${letters(22)}.${letters(43)}`],
  ["Hugging Face token", `hf_${letters(34)}`],
  ["DigitalOcean token", `dop_v1_${hex(64)}`],
  [
    "Azure storage key",
    `${letters(86)}==`,
    (secret) => `DefaultEndpointsProtocol=https;AccountKey=${secret};`,
  ],
  ["Vault token", `hvs.${letters(90)}`],
  ["Telegram bot token", `123456789:AA${letters(33)}`],
  ["password in a URL", "hunter2-very-long", (secret) => `postgres://app:${secret}@db.example.com/app`],
  ["PASSWORD=", "hunter2", (secret) => `DB_PASSWORD=${secret} npm start`],
  ["password in JSON", "c0rrect-horse", (secret) => JSON.stringify({ user: "a", password: secret })],
  ["password with a quote", 'a"quote-1nside', (secret) => JSON.stringify({ password: secret })],
  ["password in JSON in JSON", "hunter2", (secret) => JSON.stringify(JSON.stringify({ password: secret }))],
  ["password in YAML", "hunter2!", (secret) => `password: ${secret}\nname: x`],
  ["password flag", "hunter2", (secret) => `mysql --password ${secret} -u root`],
  ["API key in a query", letters(20), (secret) => `GET /v1?api_key=${secret}&page=2`],
  ["signed URL", hex(64), (secret) => `https://x.example.com/o?X-Amz-Signature=${secret}`],
  ["cookie", `session=${letters(30)}`, (secret) => `Cookie: ${secret}`],
  ["client secret", letters(30), (secret) => `clientSecret: "${secret}"`],
  ["age key", `AGE-SECRET-KEY-1${"QPZRY9X8".repeat(7)}`],
  [
    "private key",
    `${letters(64)}\n${letters(64)}`,
    (secret) => `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----`,
  ],
  [
    "private key in JSON",
    letters(64),
    (secret) => JSON.stringify({ k: `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----\n` }),
  ],
  ["private key, cut off", letters(64), (secret) => `-----BEGIN OPENSSH PRIVATE KEY-----\n${secret}`],
];

describe("unknown secrets", () => {
  const amidText: Around = (secret) => `found ${secret} in the log`;

  test.each(KINDS.map(([kind, secret, around]) => ({ kind, secret, around: around ?? amidText })))(
    "$kind",
    ({ secret, around }) => {
      const text = `before\n${around(secret)}\nafter`;
      const redacted = redact(text);
      for (const piece of secret.split(/[\s\n]/)) expect(redacted).not.toContain(piece);
      expect(redacted).toMatch(MASK);
      expect(redacted.startsWith("before\n")).toBe(true);
      expect(redact(redacted)).toBe(redacted);
    },
  );

  test.each([
    "const token = await nextToken();",
    "password: string;",
    "interface Login { password: string; secret: boolean }",
    "tokens_used: 1200, token_budget: 100000",
    "if (secret === undefined) return null;",
    "the basic idea, the bearer of bad news",
    "expected 5 but got 4 (src/calculator.js:12:7)",
    "commit 4a0118801d5a64a8c416aea437b1e1974ce7cd5b",
    "sha512-Zc4Y7Qm4mO3W5rHhMZ0bC2sT3j0n9aK8bqX1l2m3n4o5p6q7r8s9t0u1v2w3x4y5z6A7B8C9D0E1F2G3H4I5J==",
    "https://user@example.com/path:8080",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    "return tokens.map((token) => token.value)",
  ])("leaves %j alone", (text) => {
    expect(redact(text)).toBe(text);
  });

  test("finds nothing in our own lock file", () => {
    const text = readFileSync("package-lock.json", "utf8");
    expect(redact(text)).toBe(text);
  });
});

describe("known secrets", () => {
  const secret = 'S3cr3t/with+odd "chars" & more\nand a second line';
  const known = createRedactor([secret, "short", "", "  "]);

  test.each([
    ["raw", secret],
    ["one of its lines", "and a second line"],
    ["JSON", JSON.stringify({ v: secret })],
    ["JSON in JSON", JSON.stringify(JSON.stringify({ v: secret }))],
    ["URL", `https://x.example.com/?v=${encodeURIComponent(secret)}`],
    ["form", new URLSearchParams({ v: secret.replace("\n", " ") }).toString().replaceAll("+and", "%0Aand")],
    ["hex", Buffer.from(secret).toString("hex")],
    ["base64", Buffer.from(secret).toString("base64")],
    ["base64url", Buffer.from(secret).toString("base64url")],
    ["base64 after one byte", Buffer.from(`u${secret}`).toString("base64")],
    ["base64 after two bytes", Buffer.from(`u:${secret}`).toString("base64")],
    ["base64 inside text", Buffer.from(`user:${secret}:rest`).toString("base64")],
  ])("as %s", (_, text) => {
    expect(known(text)).toMatch(MASK);
    expect(known(text)).not.toContain("S3cr3t");
  });

  test("ordinary short values are not secrets", () => {
    expect(known("a short text")).toBe("a short text");
  });

  test("removes any value from any surrounding text, even if it is encoded", () => {
    const value = fc
      .string({ unit: "binary", minLength: 8, maxLength: 40 })
      .filter((v) => v.trim().length >= 8);
    fc.assert(
      fc.property(value, fc.string(), fc.string(), fc.nat(2), (one, before, after, offset) => {
        const hide = createRedactor([one]);
        expect(hide(before + one + after)).not.toContain(one);
        if (!one.isWellFormed()) return;
        const encoded = Buffer.from("xyz".slice(0, offset) + one).toString("base64");
        const hidden = hide(`"${encoded}"`);
        expect(Buffer.from(hidden, "base64").includes(one)).toBe(false);
        expect(hidden).toMatch(MASK);
      }),
      { numRuns: 300 },
    );
  });
});

describe("text that looks random but is not a secret", () => {
  test.each([
    "uuid: 550e8400-e29b-41d4-a716-446655440000",
    '"integrity": "sha512-Zc4Y7Qm4mO3W5rHhMZ0bC2sT3j0n9aK8bqX1l2m3n4o5p6q7r8s9t0u1v2w3x4y5z6A7B8C9D0E1F2G3H4I5J=="',
    "index 4a0118801d5a64a8c416aea437b1e1974ce7cd5b..0000000000000000000000000000000000000000 100644",
    `data:image/png;base64,${letters(200)}`,
    'const FIXTURE = "aGVsbG8gd29ybGQsIHRoaXMgaXMgYSBmaXh0dXJl";',
    'password: "is too short"',
    "password: 'Password is required',",
    `token: "<your-token>", api_key: "$\{API_KEY}", secret: "changeme"`,
    "const accessKey = props.accessKeys[0];",
    'tokenizer: "gpt2-xl-base-v3",',
    '"pg-connection-string": "^2.14.1"',
    "https://user:password@example.com/",
    '<div class="sk-folding-cube-container sk-cube1">',
  ])("leaves %j alone", (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe("placeholders", () => {
  const secret = `ghp_${letters(36)}`;
  const redactor = create({ values: ["correcthorsebatterystaple"], tag });

  test("are the same wherever the value occurs, and do not reveal it", () => {
    const [one, other] = [redactor.text(`a = "${secret}"`), redactor.text(`printed ${secret}.`)];
    expect(MASK.exec(one)?.[0]).toBe(MASK.exec(other)?.[0]);
    expect(redactor.text("correcthorsebatterystaple")).toMatch(/^<secret:environment:[0-9a-f]{6}>$/);
  });

  test("recognizes a value seen next to its name when it occurs alone or encoded", () => {
    const value = letters(20);
    expect(redactor.text(`printed ${value}`)).toContain(value);
    redactor.learn(`client_secret = "${value}"`);
    expect(redactor.text(`printed ${value}`)).not.toContain(value);
    expect(redactor.text(Buffer.from(value).toString("base64"))).toMatch(MASK);
  });

  test("keep the lines of a private key", () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${letters(64)}\n${hex(64)}\nabcd\n-----END RSA PRIVATE KEY-----\nafter`;
    expect(redactor.text(key).split("\n")).toHaveLength(6);
    expect(redactor.putBack(redactor.text(key), key)).toEqual({ text: key, unknown: [] });
    const numbered = key.split("\n").map((line, index) => `${index + 1}\t${line}`);
    expect(redactor.text(numbered.join("\n"))).not.toContain(letters(64));
  });

  test("judges fields of plain data together with their names", () => {
    expect(redactor.data({ password: "abc123!", nested: [{ note: secret }], count: 3 })).toEqual({
      password: expect.stringMatching(MASK),
      nested: [{ note: expect.stringMatching(MASK) }],
      count: 3,
    });
  });
});

describe("10 MB", () => {
  const log =
    "at Object.<anonymous> (/app/src/token.js:12:7) api_key lookup took 12 ms, id 4a0118801d5a64a8\n";
  test.each([
    ["of test output", log],
    ["of web token prefixes", "eyJ-eyJ."],
    ["of key headers", "-----BEGIN RSA PRIVATE KEY-----\n"],
    ["of names and no values", "password="],
    ["of addresses", "://a:"],
    ["of one long word", "a"],
    ["of escapes", '\\"token\\":\\"'],
    ["of headers", "Authorization: Bearer "],
    ["of dashes", "-"],
  ])(
    "%s take less than 5 seconds of CPU time",
    (_title, piece) => {
      const text = piece.repeat(Math.ceil(10_000_000 / piece.length));
      const start = process.cpuUsage();
      createRedactor(["correcthorsebatterystaple", letters(40)])(text);
      expect(process.cpuUsage(start).user / 1_000_000).toBeLessThan(5);
    },
    60_000,
  );
});
