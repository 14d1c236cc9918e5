import { expect, it } from "vitest";
import { contentText } from "./content.ts";

const SECRET = 'hun"ter\n2';
const redact = (text: string) => text.replaceAll(SECRET, "***");

it("redacts every text before it becomes JSON, where quotes and line breaks would hide a secret", () => {
  const text = contentText([{ role: "user", parts: [{ content: `a ${SECRET} b` }], [SECRET]: 1 }], redact);
  expect(JSON.parse(text)).toEqual([{ role: "user", parts: [{ content: "a *** b" }], "***": 1 }]);
  expect(contentText(SECRET, redact)).toBe("***");
});

it("truncates long texts one by one and keeps the newest messages, so that the result stays valid JSON", () => {
  const long = contentText([{ content: "x".repeat(50_000) }], redact);
  expect(JSON.parse(long)[0].content).toMatch(/^x{16000}… \(34000 more characters\)$/);
  const many = contentText(
    Array.from({ length: 100 }, (_, n) => ({ n, content: "y".repeat(10_000) })),
    redact,
  );
  expect(many.length).toBeLessThanOrEqual(250_000);
  expect(JSON.parse(many).at(-1).n).toBe(99);
  expect(JSON.parse(many).length).toBeGreaterThan(20);
});
