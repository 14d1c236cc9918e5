import { expect, test } from "vitest";
import { terminalSvg } from "./terminal-svg.ts";

const marks = ["green"];

test("places each group of words in its column, wraps long lines and escapes markup", () => {
  const svg = terminalSvg([[{ text: "a <b  cd", marks }]], { title: "x & y", columns: 7 });
  expect([...svg.matchAll(/<text.*<\/text>/g)].map(String)).toEqual([
    '<text class="green" x="20.0" y="34" textLength="33.6">a &lt;b</text>',
    '<text class="green" x="70.4" y="34" textLength="8.4">c</text>',
    '<text class="green" x="20.0" y="54" textLength="8.4">d</text>',
  ]);
  expect(svg).toContain("<title>x &amp; y</title>");
  expect(svg).toContain("prefers-color-scheme: dark");
});
