import { expect, test } from "vitest";
import { elementsOf, parseXml } from "./xml.ts";

test("reads elements, attributes and text, with everything that is escaped", () => {
  const text = `<?xml version="1.0"?><!-- a < b --><a x="&lt;&amp;&quot;&#10;&#x41;" y='"'>one &gt; <b/><![CDATA[<two>]]></a>\n`;
  expect(parseXml(text)).toEqual({
    name: "a",
    attributes: { x: '<&"\nA', y: '"' },
    text: "one > <two>",
    children: [{ name: "b", attributes: {}, children: [], text: "" }],
  });
});

test("lists elements by name, parents first", () => {
  const root = parseXml("<a><b n='1'><b n='2'/></b><c/><b n='3'/></a>");
  expect(root && elementsOf(root, "b").map((each) => each.attributes.n)).toEqual(["1", "2", "3"]);
});

test.each([
  "",
  "text",
  "<a>",
  "<a></b>",
  "<a/><b/>",
  "<a/>text",
  "<a x=1/>",
  "<a x='1' x='2'/>",
  "<a x='1'y='2'/>",
  "<a x='1/>",
  "</a>",
  "<a><!-- </a>",
  "<a><![CDATA[ </a>",
  '<!DOCTYPE a [<!ENTITY x "y">]><a/>',
  "<1/>",
  "<a b/>",
])("%j is not a reporter's XML", (text) => {
  expect(parseXml(text)).toBeNull();
});

test("rejects unbounded nesting", () => {
  expect(parseXml("<a>".repeat(100_000))).toBeNull();
  expect(parseXml(`${"<a>".repeat(1000)}${"</a>".repeat(1000)}`)).toBeNull();
});

test("an unknown or invalid entity stays unchanged", () => {
  expect(parseXml("<a>&nbsp; &#0; &#9999999; &#xFFFFFF; &</a>")?.text).toBe(
    "&nbsp; &#0; &#9999999; &#xFFFFFF; &",
  );
});

test("attributes cannot reach the prototype", () => {
  const root = parseXml("<a __proto__='x' constructor='y'/>");
  expect(Object.keys(root?.attributes ?? {})).toEqual(["__proto__", "constructor"]);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test.each(["<a ", "&", "<!-", "&#1", "<a b='", "]]>", "<a/> "])(
  "long repetitions of %j take linear time",
  (word) => {
    const before = process.cpuUsage();
    parseXml(`<r>${word.repeat(400_000 / word.length)}`);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  },
);

test("a truncated or corrupted report is read or rejected, and never throws", () => {
  const whole = `<testsuites><testsuite n="&#10;"><testcase a='b'><failure>x &lt; y</failure></testcase></testsuite></testsuites>`;
  for (let at = 0; at < whole.length; at += 1) {
    expect(parseXml(whole.slice(0, at))).toBeNull();
    for (const odd of ["<", ">", "&", '"', "/", "\0", "]]>"])
      expect(() => parseXml(whole.slice(0, at) + odd + whole.slice(at))).not.toThrow();
  }
});
