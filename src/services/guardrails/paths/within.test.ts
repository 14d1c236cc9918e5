import { isAbsolute, relative } from "node:path";
import { expect, it } from "vitest";
import { within } from "./within.ts";

const PATHS = [
  ...[
    "/a",
    "/a/",
    "/a/b",
    "/a/b/",
    "/ab",
    "/a/b/../c",
    "/a/../b",
    "/a/..",
    "/a/b/..",
    "/a/b/../..",
    "/a/./b",
  ],
  ...[
    "/a//b",
    "/a/.b",
    "/a/..b",
    "/a/b..",
    "/a/b.",
    "/a/...",
    "/",
    "/b/a/b",
    "/a/b/.",
    "/a/\nb",
    "/a/.git/..",
  ],
];

it.each(["/a", "/a/b", "/", "/a/.b"])("agrees with node:path on paths from %s", (folder) => {
  for (const path of PATHS) {
    const found = relative(folder, path);
    const isOut = found === ".." || found.startsWith("../") || isAbsolute(found);
    expect(within(folder, path), path).toBe(isOut ? null : found);
  }
});
