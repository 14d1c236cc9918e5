import { expect, it } from "vitest";
import { withoutCopyPath } from "./copy-path.ts";

const tree = "/home/ana/shop/.agentforge/attempts/A-20260101T120000-1d715d/tree";

it.each([
  [
    `Cannot find module '${tree}/src/a.js' imported from ${tree}/b.js`,
    "Cannot find module 'src/a.js' imported from b.js",
  ],
  [`at f (file://${tree}/src/a.js:1:2)`, "at f (src/a.js:1:2)"],
  ["open /home/ana/shop/a.js", "open /home/ana/shop/a.js"],
  ["see .agentforge/attempts/ and docs/", "see .agentforge/attempts/ and docs/"],
])("%j becomes %j", (text, expected) => {
  expect(withoutCopyPath(text)).toBe(expected);
});
