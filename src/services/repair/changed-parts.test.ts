import { describe, expect, it } from "vitest";
import { findParts } from "./changed-parts.ts";

const cart = `import { requireAdmin } from "./auth.js";

export function total(rows) {
  return rows.length;
}

export function wipe(user, rows) {
  requireAdmin(user);
  rows.length = 0;
}
`;
const fixed = cart.replace("return rows.length", "return sum(rows)");

describe("findParts", () => {
  it("undoes one group of changed lines at a time", () => {
    const after = fixed.replace("  requireAdmin(user);\n", "");
    const parts = partsOf({ "cart.js": cart }, { "cart.js": after });
    expect(parts.map(({ line, text }) => [line, text])).toEqual([
      [4, "return sum(rows);"],
      [8, "requireAdmin(user);"],
    ]);
    expect(parts.map(({ without }) => without)).toEqual([cart.replace("  requireAdmin(user);\n", ""), fixed]);
  });

  it("separates deleted code from a change on the next line", () => {
    const after = cart.replace("  requireAdmin(user);\n  rows.length = 0;", "  rows.length = 1;");
    const texts = partsOf({ "cart.js": cart }, { "cart.js": after }).map(({ text }) => text);
    expect(texts).toEqual(["rows.length = 1;", "requireAdmin(user);"]);
  });

  it("includes files of any kind, and deleted files", () => {
    const parts = partsOf(
      { "cart.js": cart, "settings.yaml": "a: 1\nb: 2\n", "policy.yaml": "wipe: admins\n" },
      { "cart.js": fixed, "settings.yaml": "a: 1\n" },
    );
    expect(parts.map(({ path, without }) => [path, without])).toEqual([
      ["policy.yaml", "wipe: admins\n"],
      ["cart.js", cart],
      ["settings.yaml", "a: 1\nb: 2\n"],
    ]);
  });

  it.each([
    ["a change in one piece", fixed],
    ["a comment next to the change", fixed.replace("  rows.length = 0;", "  // Empty.\n  rows.length = 0;")],
    ["no change", cart],
  ])("finds nothing to separate in %s", (_name, after) => {
    expect(partsOf({ "cart.js": cart }, { "cart.js": after })).toEqual([]);
  });
});

function partsOf(before: Record<string, string>, after: Record<string, string>) {
  const files = (texts: Record<string, string>) =>
    Object.entries(texts).map(([path, text]) => ({ path, text }));
  return findParts({ before: files(before), after: files(after), tests: [] });
}
