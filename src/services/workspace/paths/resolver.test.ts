import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AgentForgeError } from "../../../domain/errors.ts";
import corpus from "./fixtures/paths.json" with { type: "json" };
import { PathRefused } from "./refusal.ts";
import { createPathResolver, type PathResolver } from "./resolver.ts";

let base: string;
let root: string;
let resolver: PathResolver;
let serial = 0;

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "agentforge-paths-"));
  root = join(base, "ws");
  for (const folder of ["ws/src", "ws/.git/hooks", "other", "ws-evil"])
    mkdirSync(join(base, folder), { recursive: true });
  writeFileSync(join(base, "other/t"), "secret\n");
  writeFileSync(join(root, "src/a.js"), "a\n");
  writeFileSync(join(root, ".git/config"), "config\n");
  symlinkSync("../other", join(root, "linkdir"));
  symlinkSync("../other/nothing", join(root, "dangling"));
  symlinkSync("..", join(root, "up"));
  symlinkSync("loopb", join(root, "loopa"));
  symlinkSync("loopa", join(root, "loopb"));
  symlinkSync(".git", join(root, "gitalias"));
  linkSync(join(base, "other/t"), join(root, "src/hard.js"));
  execFileSync("mkfifo", [join(root, "src/pipe")]);
  resolver = createPathResolver(root, () => `t${serial++}`);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const further: readonly (readonly [string, string])[] = [
  ["trailing dot", "src/a.js."],
  ["alternate stream", ".git::$INDEX_ALLOCATION/config"],
  ["stream on a file", "src/a.js:evil"],
  ["git with trailing dot", ".git./config"],
  ["git with zero-width joiner", ".g\u200cit/config"],
  ["git in full width", ".ｇｉｔ/config"],
  ["git with dotless i", ".gıt/config"],
  ["git with Cyrillic i", ".gіt/config"],
  ["git with combining mark", ".gi\u0307t/config"],
  ["git with soft hyphen", ".gi\u00adt/config"],
  ["short name in capitals", "GIT~1/hooks/x"],
  ["double encoding", "%252e%252e/other/t"],
  ["encoded slash", "..%2fother%2ft"],
  ["full-width slash", "src／..／..／other"],
  ["division slash", "..∕other"],
  ["three dots", ".../other/t"],
  ["bidi override", "src/\u202egnp.js"],
  ["variable", "$HOME/x"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are the attack
  ["braced variable", "${HOME}/x"],
  ["substitution", "$(id)/x"],
  ["another user's home", "~root/x"],
  ["folder", "src/"],
  ["a folder that exists", "src"],
  ["file as a folder", "src/a.js/x"],
  ["named pipe", "src/pipe"],
  ["lone surrogate", "src/\ud800.js"],
  ["carriage return", "src/a\r.js"],
  ["escape", "src/\u001b[2J.js"],
  ["environment file", "config/.env.production"],
  ["case of environment file", ".ENV"],
  ["claude settings", ".claude/settings.json"],
  ["claude in capitals", ".Claude/settings.json"],
  ["codex", ".codex/config.toml"],
  ["cursor", ".cursor/mcp.json"],
  ["aider", ".aider.conf.yml"],
  ["state", ".agentforge/journal.db"],
  ["nested dependencies", "packages/a/node_modules/b/index.js"],
  ["git modules", ".gitmodules"],
  ["shell profile", ".bashrc"],
  ["workspace file", "x.code-workspace"],
];

describe("refuses", () => {
  const cases = [
    ...corpus.filter((item) => item.expect === "deny").map((item) => [item.name, item.path] as const),
    ...further,
  ];
  test.each(cases)("%s", async (_name, path) => {
    const before = readFileSync(join(base, "other/t"), "utf8");
    const real = path.replace("{BASE}", base);
    const content = { bytes: Buffer.from("pwned\n"), executable: false };
    for (const write of [
      () => resolver.replace(real, content),
      () => resolver.openForWrite(real),
      () => resolver.remove(real),
    ]) {
      const error = await write().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(PathRefused);
      expect(error).toMatchObject({ code: "path_refused", hint: expect.any(String) });
    }
    expect(readFileSync(join(base, "other/t"), "utf8")).toBe(before);
    expect(existsSync(join(base, "other/new"))).toBe(false);
  });
});

describe("accepts", () => {
  const cases = [
    ...corpus.filter((item) => item.expect === "allow").map((item) => [item.name, item.path] as const),
    ["Next.js route", "app/[id]/(group)/page.tsx"],
    ["Remix route", "app/routes/$id.tsx"],
    ["Svelte route", "src/+page.svelte"],
    ["a name with a tilde", "src/~helpers.js"],
    ["an example of an environment", ".env.example"],
    ["decomposed accents", "src/e\u0301.js"],
    ["another script", "src/данные.py"],
    ["a short name with digits", "src/a1.js"],
    ["a name that contains git", "src/git.js"],
    ["ignore file", ".gitignore"],
    ["doubled slash", "src//d.js"],
    ["dot in front", "./src/e.js"],
  ] as const;
  test.each(cases)("%s", async (_name, path) => {
    const real = path.replace("{BASE}", base);
    await resolver.replace(real, { bytes: Buffer.from("new\n"), executable: false });
    expect(await resolver.read(real)).toEqual({ bytes: Buffer.from("new\n"), executable: false });
    expect(await resolver.remove(real)).toBe(true);
    expect(await resolver.read(real)).toBeNull();
  });
});

test("reading does not follow links either, and refuses secrets", async () => {
  for (const path of [
    "linkdir/t",
    "up/other/t",
    "gitalias/config",
    ".git/config",
    ".env",
    "../other/t",
    "src/pipe",
    "src",
  ]) {
    await expect(resolver.openForRead(path)).rejects.toMatchObject({ code: "path_refused" });
  }
  await expect(resolver.openForRead("src/nothing.js")).rejects.toBeInstanceOf(AgentForgeError);
});

test("replacing keeps the permissions and sets the executable bit as requested", async () => {
  const path = join(root, "src/mode.sh");
  writeFileSync(path, "x\n");
  chmodSync(path, 0o640);
  await resolver.replace("src/mode.sh", { bytes: Buffer.from("y\n"), executable: true });
  expect(statSync(path).mode & 0o777).toBe(0o750);
  await resolver.replace("src/mode.sh", { bytes: Buffer.from("z\n"), executable: false });
  expect(statSync(path).mode & 0o777).toBe(0o640);
});

test("removing also removes the folders it empties, and no others", async () => {
  await resolver.replace("deep/er/file.js", { bytes: Buffer.from("x"), executable: false });
  await resolver.remove("deep/er/file.js");
  expect(existsSync(join(root, "deep"))).toBe(false);
  expect(existsSync(join(root, "src"))).toBe(true);
});

test("an accepted path is always below the root and outside of .git", () => {
  const piece = fc.constantFrom(
    "..",
    ".",
    "",
    "/",
    "\\",
    ".git",
    "a",
    " ",
    "．",
    "~",
    "%2e",
    "\u0000",
    "é",
    "con",
    "src",
    "*",
  );
  const anything = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("/")),
  );
  fc.assert(
    fc.property(anything, (path) => {
      let accepted: string;
      try {
        accepted = resolver.check(path, "write");
      } catch (error) {
        return error instanceof PathRefused;
      }
      const names = accepted.split("/");
      return names.every(
        (name) =>
          name !== "" &&
          name !== "." &&
          name !== ".." &&
          name.toLowerCase() !== ".git" &&
          !/[\0\\]/.test(name),
      );
    }),
    { numRuns: 3000 },
  );
});
