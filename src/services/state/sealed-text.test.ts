import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAsSealed, sealYaml, unsealYaml } from "./sealed-text.ts";

const SAMPLE = {
  session_id: "s-1",
  status: "running",
  count: 12,
  text: "first line\nsecond line\n",
  list: ["a", "b: c", "# not a comment"],
};

describe("sealed YAML", () => {
  test("is human-readable", () => {
    expect(
      sealYaml({ name: "calculator", steps: ["read", "edit"], note: "two\nlines\n" }).toString(),
    ).toMatch(
      /^name: calculator\nsteps:\n {2}- read\n {2}- edit\nnote: \|\n {2}two\n {2}lines\n# agentforge sha256 [0-9a-f]{64}\n$/,
    );
  });

  test("reads back any data that was written", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({
        unit: fc.constantFrom(
          "\n",
          "\r",
          " ",
          "#",
          "-",
          ":",
          "\t",
          "é",
          "\ud800",
          "\ufeff",
          "\u2028",
          "a",
          "'",
        ),
      }),
      fc.constantFrom(
        "# agentforge sha256 x",
        "a\n# agentforge document 1\n",
        "---",
        "...\n",
        "<<",
        "~",
        "0x1f",
        "1e3",
        "no",
      ),
    );
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(
          text.filter((key) => key !== "__proto__"),
          tie("value"),
          { maxKeys: 4, noNullPrototype: true },
        ),
      ),
    })).value;
    fc.assert(
      fc.property(json, (data) => {
        const plain = JSON.parse(JSON.stringify(data));
        expect(unsealYaml(sealYaml(data))).toEqual({ status: "ok", data: plain });
      }),
      { numRuns: 500 },
    );
  });

  test("a key named __proto__ is refused, no matter who wrote it", () => {
    expect(unsealYaml(sealYaml(JSON.parse('{"a":{"__proto__":null}}')))).toEqual({
      status: "damaged",
      why: "it has a key named __proto__",
    });
  });

  test("no truncated file is accepted", () => {
    const whole = sealYaml(SAMPLE);
    for (let length = 0; length < whole.length; length += 1) {
      expect(unsealYaml(whole.subarray(0, length)).status, `cut at ${length}`).not.toBe("ok");
      expect(isAsSealed(whole.subarray(0, length)), `cut at ${length}`).toBe(false);
    }
  });

  test("no flipped bit is accepted", () => {
    const whole = sealYaml(SAMPLE);
    for (let position = 0; position < whole.length * 8; position += 1) {
      const flipped = Buffer.from(whole);
      flipped[position >> 3] = (flipped[position >> 3] ?? 0) ^ (1 << (position & 7));
      expect(unsealYaml(flipped).status, `bit ${position}`).not.toBe("ok");
      expect(isAsSealed(flipped), `bit ${position}`).toBe(false);
    }
    expect(isAsSealed(whole)).toBe(true);
  });

  test("a person's edit is distinguished from damage", () => {
    const text = sealYaml(SAMPLE).toString();
    expect(unsealYaml(Buffer.from(text.replace("count: 12", "count: 13")))).toEqual({
      status: "edited",
      data: { ...SAMPLE, count: 13 },
    });
    expect(unsealYaml(Buffer.from(text.replaceAll("\n", "\r\n"))).status).toBe("edited");
    expect(unsealYaml(Buffer.from(text.replace("list:", "list: ["))).status).toBe("damaged");
    expect(unsealYaml(Buffer.from("count: 12\n")).status).toBe("damaged");
    expect(unsealYaml(Buffer.alloc(0)).status).toBe("damaged");
  });
});
