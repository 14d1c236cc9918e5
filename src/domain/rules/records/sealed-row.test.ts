import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { sealRow, unsealRow } from "./sealed-row.ts";

const sha256 = (text: string) => hash("sha256", text);

test("a row can be read back, and any change is detected", () => {
  const row = sealRow({ name: "sum", steps: [1, 2] }, sha256);
  expect(unsealRow({ ...row }, "it", sha256)).toEqual({ name: "sum", steps: [1, 2] });
  const changed = { ...row, data: row.data.replace("sum", "som") };
  const changes = [changed, { ...row, checksum: sha256("other") }, { ...row, data: null }, {}];
  for (const change of changes) {
    expect(() => unsealRow(change, "it", sha256)).toThrow(expect.objectContaining({ code: "state_damaged" }));
  }
});
