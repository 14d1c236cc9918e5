import { describe, expect, it } from "vitest";
import { changedTexts } from "../../../../test/support/repair/changed-texts.ts";

describe("the same key for every access to a container", () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    [
      "methods of a JavaScript class",
      "bag.js",
      "const normalize = (name) => name.toLowerCase();\nclass Bag {\n  #values = new Map();\n  set(name, value) { this.#values.set(normalize(name), value); }\n  has(name) { return this.#values.has(name); }\n  delete(name) { return this.#values.delete(name); }\n}\n",
      "  has(name) { return this.#values.has(normalize(name)); }\n  delete(name) { return this.#values.delete(normalize(name)); }\n",
    ],
    [
      "subscripts in Python",
      "index.py",
      "def clean(name):\n    return name.strip()\n\n\nclass Index:\n    def __init__(self):\n        self.rows = {}\n\n    def put(self, name, row):\n        self.rows[clean(name)] = row\n\n    def get(self, name):\n        return self.rows[name]\n\n    def take(self, name):\n        return self.rows.pop(name)\n",
      "        return self.rows[clean(name)]\n\n    def take(self, name):\n        return self.rows.pop(clean(name))\n",
    ],
  ];
  it.each(cases)("is proposed for %s", (_, path, before, after) => {
    expect(changedTexts(path, before).some((text) => text.includes(after))).toBe(true);
  });

  it("is not proposed for containers of different objects", () => {
    const before =
      "def clean(name):\n    return name.strip()\n\n\ndef put(rows, name):\n    rows[clean(name)] = 1\n\n\ndef get(rows, name):\n    return rows[name]\n\n\ndef take(rows, name):\n    return rows.pop(name)\n";
    const after = "return rows[clean(name)]\n\n\ndef take(rows, name):\n    return rows.pop(clean(name))";
    expect(changedTexts("m.py", before).some((text) => text.includes(after))).toBe(false);
  });
});
