import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { trustedRepositoriesIn } from "./trusted-repositories.ts";

describe("trustedRepositoriesIn", () => {
  it.each<[string, string, readonly string[]]>([
    [
      "a list",
      "brain: search\ntrusted_repositories:\n  - /home/me/shop\n  - /srv/x # mine\n",
      ["/home/me/shop", "/srv/x"],
    ],
    [
      "a list without indentation",
      "trusted_repositories:\n- /a\n- '/b c'\ngate:\n  mode: supervised\n",
      ["/a", "/b c"],
    ],
    ["comments between", 'trusted_repositories: # mine\n\n  # first\n  - "/a"\n', ["/a"]],
    ["nothing", "", []],
    ["a flow list", "trusted_repositories: [/a]\n", []],
    ["something odd in it", "trusted_repositories:\n  - /a\n  - &x /b\n", []],
    ["two lists", "trusted_repositories:\n  - /a\ntrusted_repositories:\n  - /b\n", []],
  ])("reads %s", (_name, text, expected) => {
    expect(trustedRepositoriesIn(text)).toEqual(expected);
  });

  it("never trusts an entry that a YAML parser does not read", () => {
    const line = fc.constantFrom(
      "trusted_repositories:",
      "  - /a",
      "- /b",
      "  - '/c d'",
      "gate:",
      "  mode: supervised",
      "# no",
      "",
      "  - /e # f",
      "  - /g: h",
      '  - "/i"',
      "brain: search",
      "  - /j#k",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const text = lines.join("\n");
        const found = trustedRepositoriesIn(text);
        if (found.length === 0) return;
        let read: unknown;
        try {
          read = parse(text);
        } catch {
          return;
        }
        expect((read as { trusted_repositories: unknown }).trusted_repositories).toEqual(found);
      }),
      { numRuns: 5000 },
    );
  });
});
