import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fingerprint, violationId } from "./fingerprint.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const parts = { contractId: "style", checkId: "no-print", snippet: "print(x)", scope: "main", occurrence: 0 };

describe("fingerprint", () => {
  it("does not change when the code is re-indented or re-wrapped", () => {
    expect(fingerprint({ ...parts, snippet: "\t\tprint(x)\n" }, sha256)).toBe(fingerprint(parts, sha256));
    expect(fingerprint({ ...parts, snippet: "f(a,\n     b)" }, sha256)).toBe(
      fingerprint({ ...parts, snippet: "f(a, b)" }, sha256),
    );
  });

  it.each([
    ["contract", { contractId: "other" }],
    ["check", { checkId: "other" }],
    ["code", { snippet: "print(y)" }],
    ["scope", { scope: "other" }],
    ["occurrence", { occurrence: 1 }],
  ])("distinguishes two violations by %s", (_name, part) => {
    expect(fingerprint({ ...parts, ...part }, sha256)).not.toBe(fingerprint(parts, sha256));
  });

  it("names a violation by 12 hex digits", () => {
    expect(violationId(fingerprint(parts, sha256))).toMatch(/^V-[0-9a-f]{12}$/);
  });
});
