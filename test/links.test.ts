import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const top = fileURLToPath(new URL("..", import.meta.url));
const pages = globSync(["*.md", "docs/**/*.md", "plugin/**/*.md", "examples/*.md"], { cwd: top });

test("there are pages to check", () => {
  expect(pages.length).toBeGreaterThan(40);
});

test.each(pages)("every link in %s leads somewhere", (page) => {
  const text = readFileSync(join(top, page), "utf8");
  expect(linksIn(text).flatMap((link) => faultOf(page, link))).toEqual([]);
});

test("a dead link is found", () => {
  expect(faultOf("README.md", "docs/nowhere.md")).toEqual(["docs/nowhere.md: no such file"]);
  expect(faultOf("README.md", "docs/proof.md#no-such-part")).toEqual([
    "docs/proof.md#no-such-part: no such heading",
  ]);
  expect(linksIn("a [b](c.md) `[d](e.md)`\n```\n[f](g.md)\n```\n")).toEqual(["c.md"]);
});

/** Targets of links in prose; links in code are examples. */
function linksIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
}

function faultOf(page: string, link: string): string[] {
  if (/^[a-z]+:/.test(link)) return [];
  const [path = "", anchor] = link.split("#");
  const file = path === "" ? join(top, page) : join(top, dirname(page), path);
  if (!existsSync(file)) return [`${link}: no such file`];
  if (anchor === undefined || statSync(file).isDirectory() || !file.endsWith(".md")) return [];
  return anchorsIn(readFileSync(file, "utf8")).includes(anchor) ? [] : [`${link}: no such heading`];
}

/** Anchors as GitHub generates them from headings. */
function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
