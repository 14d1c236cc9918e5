import fc from "fast-check";
import { expect, test } from "vitest";
import { BoundedOutput } from "./output.ts";

test("output within the limit is kept complete, in order, for both streams", () => {
  const output = new BoundedOutput(4096);
  output.stdout.push(Buffer.from("a"));
  output.stderr.push(Buffer.from("x"));
  output.stdout.push(Buffer.from("b"));
  expect([output.stdout.text(), output.stderr.text(), output.truncated]).toEqual(["ab", "x", false]);
});

test("a character split between two chunks stays one character", () => {
  const output = new BoundedOutput(4096);
  const [first, ...rest] = Buffer.from("é");
  output.stdout.push(Buffer.from([first ?? 0]));
  output.stdout.push(Buffer.from(rest));
  expect(output.stdout.text()).toBe("é");
});

test("for any chunks, the limit is respected, head and tail are correct, and the missing part is counted", () => {
  const chunk = fc.record({ error: fc.boolean(), length: fc.integer({ min: 0, max: 900 }) });
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 60 }), fc.integer({ min: 256, max: 4000 }), (chunks, bytes) => {
      const output = new BoundedOutput(bytes);
      const sent = { stdout: "", stderr: "" };
      for (const [index, { error, length }] of chunks.entries()) {
        const text = String.fromCharCode(97 + (index % 26)).repeat(length);
        sent[error ? "stderr" : "stdout"] += text;
        output[error ? "stderr" : "stdout"].push(Buffer.from(text));
      }
      const kept = output.stdout.text().length + output.stderr.text().length;
      expect(kept).toBeLessThanOrEqual(bytes);
      for (const name of ["stdout", "stderr"] as const) {
        const { dropped } = output[name];
        const [head = "", tail = ""] = output[name].text().split(/\n\[\d+ bytes dropped\]\n/);
        if (dropped === 0) expect(output[name].text()).toBe(sent[name]);
        expect(sent[name].startsWith(head)).toBe(true);
        expect(sent[name].endsWith(tail)).toBe(true);
        expect(head.length + tail.length + dropped).toBe(sent[name].length);
      }
    }),
  );
});
