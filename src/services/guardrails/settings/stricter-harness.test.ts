import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadHarness } from "./load-harness.ts";
import { DEFAULT_SETTINGS, readSettings } from "./settings.ts";
import { stricterHarness } from "./stricter-harness.ts";

const rule = (effect: string) => ({ id: `r-${effect}`, effect, reason: "because", program: "curl" });
const stricter = (middleware: object, yours: object = {}) =>
  stricterHarness(readSettings({ middleware: yours }), { middleware });

describe("a repository's harness.json", () => {
  const sections = Object.entries(DEFAULT_SETTINGS.middleware);
  const switches = sections.flatMap(([section, settings]) =>
    Object.entries(settings).flatMap(([key, value]) => (typeof value === "boolean" ? [[section, key]] : [])),
  );
  it.each(switches)("cannot switch off %s.%s, and the attempt is reported", (section = "", key = "") => {
    const { settings, refused } = stricter({ [section]: { [key]: false } });
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(refused).toEqual([`middleware.${section}.${key}: false`]);
  });

  const numbers = sections.flatMap(([section, settings]) =>
    Object.entries(settings).flatMap(([key, value]) => (typeof value === "number" ? [[section, key]] : [])),
  );
  it.each(numbers)("cannot switch off the limit %s.%s with 0", (section = "", key = "") => {
    const yours = { [section]: { [key]: 4 } };
    const { settings } = stricter({ [section]: { [key]: 0 } }, yours);
    const isDepth = key === "max_tree_depth";
    expect(settings).toEqual(readSettings({ middleware: isDepth ? { [section]: { [key]: 0 } } : yours }));
  });

  it.each<[string, object, string]>([
    ["allows a file", { file_protection: { allowed_patterns: [".env"] } }, "allowed_patterns: .env"],
    ["unprotects all", { file_protection: { protected_patterns: [] } }, "protected_patterns: []"],
    ["excludes a file", { file_protection: { protected_patterns: ["!.env"] } }, "protected_patterns: !.env"],
    ["allows programs", { command_policy: { unknown_programs: "allow" } }, "unknown_programs: allow"],
    ["allows a program", { command_policy: { rules: [rule("allow")] } }, 'the rule "r-allow", which allows'],
    [
      "opens folders to read",
      { path_sandbox: { readable: [...DEFAULT_SETTINGS.middleware.path_sandbox.readable, "/"] } },
      "readable: /",
    ],
    [
      "opens folders to write",
      { path_sandbox: { writable: [...DEFAULT_SETTINGS.middleware.path_sandbox.writable, "/"] } },
      "writable: /",
    ],
    ["raises a threshold", { loop_detection: { edit_threshold: 999 } }, "edit_threshold: 999"],
    ["gives up sooner", { pre_completion_checklist: { max_refusals: 0 } }, "max_refusals: 0"],
    ["never gives up", { pre_completion_checklist: { max_refusals: 99 } }, "max_refusals: 99"],
    ["lets the log grow", { trace_logging: { max_log_size_mb: 0 } }, "max_log_size_mb: 0"],
  ])("loosens nothing when it %s, and the attempt is reported", (_what, middleware, said) => {
    const { settings, refused } = stricter(middleware);
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(refused).toEqual([expect.stringContaining(said)]);
  });

  it("keeps its state in one of our folders", () => {
    expect(stricterHarness(DEFAULT_SETTINGS, { state: { dir: "src" } })).toEqual({
      settings: DEFAULT_SETTINGS,
      refused: ["state.dir: src"],
    });
    expect(stricterHarness(DEFAULT_SETTINGS, { state: { dir: ".harness/x" } }).settings.state.dir).toBe(
      ".harness/x",
    );
  });

  it("may be stricter", () => {
    const { settings, refused } = stricter(
      {
        file_protection: { protected_patterns: ["*.sql"] },
        command_policy: { unknown_programs: "deny", rules: [rule("deny"), rule("ask")] },
        budget: { max_tokens: 100, max_steps: 9, max_cost_usd: 1 },
        loop_detection: { edit_threshold: 2 },
        path_sandbox: { readable: ["/usr"] },
        verification_tracker: { ignore_patterns: ["*.md"] },
      },
      { budget: { max_tokens: 500, max_steps: 9 } },
    );
    const strict = settings.middleware;
    expect(refused).toEqual([]);
    expect(strict.file_protection.protected_patterns).toEqual(expect.arrayContaining(["*.sql", ".env"]));
    expect(strict.command_policy).toMatchObject({
      unknown_programs: "deny",
      rules: [{ id: "r-deny" }, { id: "r-ask" }],
    });
    expect(strict.budget).toMatchObject({ max_tokens: 100, max_steps: 9, max_cost_usd: 1 });
    expect(strict.loop_detection.edit_threshold).toBe(2);
    expect(strict.path_sandbox.readable).toEqual(["/usr"]);
    expect(strict.verification_tracker.ignore_patterns).toEqual(["*.md"]);
  });

  it("is never looser, for any content", () => {
    const flag = fc.option(fc.boolean(), { nil: undefined });
    const list = fc.option(fc.array(fc.constantFrom(".env", "*", "/", "x")), { nil: undefined });
    const wanted = fc.record({
      file_protection: fc.record({
        enabled: flag,
        protect_reads: flag,
        protected_patterns: list,
        allowed_patterns: list,
      }),
      path_sandbox: fc.record({ enabled: flag, readable: list, writable: list }),
    });
    fc.assert(
      fc.property(wanted, (given) => {
        const middleware = JSON.parse(JSON.stringify(given));
        const result = stricter(middleware).settings.middleware;
        expect(result.file_protection).toMatchObject({
          enabled: true,
          protect_reads: true,
          allowed_patterns: [],
        });
        expect(result.file_protection.protected_patterns).toEqual(
          expect.arrayContaining([...DEFAULT_SETTINGS.middleware.file_protection.protected_patterns]),
        );
        expect(result.path_sandbox.enabled).toBe(true);
        expect(DEFAULT_SETTINGS.middleware.path_sandbox.writable).toEqual(
          expect.arrayContaining([...result.path_sandbox.writable]),
        );
        expect(DEFAULT_SETTINGS.middleware.path_sandbox.readable).toEqual(
          expect.arrayContaining([...result.path_sandbox.readable]),
        );
      }),
    );
  });
});

describe("loadHarness", () => {
  let base: string;
  const off = JSON.stringify({ middleware: { file_protection: { enabled: false } } });
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), "agentforge-harness-"));
    mkdirSync(join(base, "repository/.agentforge"), { recursive: true });
    mkdirSync(join(base, "user"));
  });
  afterEach(() => rmSync(base, { recursive: true }));
  const load = (isTrusted = () => false) =>
    loadHarness({ root: join(base, "repository"), configFolder: join(base, "user"), isTrusted });
  const write = (place: string, text: string) => writeFileSync(join(base, place), text);

  it("applies the user's settings, and the repository's only if they are stricter", () => {
    write("user/harness.json", off);
    expect(load().settings.middleware.file_protection.enabled).toBe(false);
    write("repository/.agentforge/harness.json", '{"middleware":{"file_protection":{"enabled":true}}}');
    expect(load().settings.middleware.file_protection.enabled).toBe(true);
  });

  it("reports what the repository asked for, unless the user trusts it", () => {
    write("user/harness.json", '{"middleware":{"budget":{"max_steps":7}}}');
    write("repository/.agentforge/harness.json", off);
    const { settings, refused } = load();
    expect(settings.middleware.file_protection.enabled).toBe(true);
    expect(refused).toEqual([
      expect.stringMatching(/^\.agentforge\/harness\.json asks for middleware\.file_protection/),
    ]);
    const trusted = load(() => true);
    expect(trusted.refused).toEqual([]);
    expect(trusted.settings.middleware).toMatchObject({
      file_protection: { enabled: false },
      budget: { max_steps: 7 },
    });
  });

  it.each([
    ["names the invalid file", () => write("user/harness.json", "{"), /user\/harness\.json is not JSON/],
    [
      "refuses a link, which could lead to a secret",
      () => {
        write("secret", "-----BEGIN KEY");
        symlinkSync(join(base, "secret"), join(base, "repository/.agentforge/harness.json"));
      },
      /harness\.json is not a plain file/,
    ],
    [
      "refuses a pattern that cannot be used",
      () =>
        write(
          "repository/.agentforge/harness.json",
          JSON.stringify({ middleware: { file_protection: { protected_patterns: ["{a,b}".repeat(20)] } } }),
        ),
      /protected_patterns\[0\] cannot be used/,
    ],
    [
      "rejects an endless file",
      () => write("repository/.agentforge/harness.json", " ".repeat(300_000)),
      /larger/,
    ],
  ])("%s", (_what, prepare, message) => {
    prepare();
    expect(() => load()).toThrow(message);
  });
});
