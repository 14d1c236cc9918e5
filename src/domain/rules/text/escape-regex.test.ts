import { expect, test } from "vitest";
import { escapeRegex } from "./escape-regex.ts";

test.each(["a.b", "$x", "f(x)[0]", "a|b*c+d?", "^{1}$", "C:\\d", "my-name"])(
  "%s matches only itself",
  (text) => {
    const pattern = new RegExp(`^${escapeRegex(text)}$`, "u");
    expect(pattern.test(text)).toBe(true);
    expect(pattern.test(`${text}x`)).toBe(false);
    expect(pattern.test(text.replace(/\W/, "_"))).toBe(false);
  },
);
