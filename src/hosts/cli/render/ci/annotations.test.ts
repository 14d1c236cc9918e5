import { expect, it } from "vitest";
import type { CiReport } from "../../../../workflows/ci/ci.ts";
import { annotationsOf } from "./annotations.ts";

const violation = {
  contract_id: "house",
  check_id: "no-var",
  severity: "major",
  file_path: "src/a,b:c.js",
  line: 2,
  column: 3,
  message: "Use const.\n::add-mask::x 100%",
};

it("escapes what would end the command or start another", () => {
  const report = { checked: { fresh: [violation] }, tests: null } as unknown as CiReport;
  expect(annotationsOf(report)).toEqual([
    "::warning file=src/a%2Cb%3Ac.js,line=2,col=3,title=house/no-var::Use const.%0A::add-mask::x 100%25",
  ]);
});

it("leaves out a line that is not known", () => {
  const whole = { ...violation, file_path: "LICENSE", line: null, column: null, severity: "info" };
  const report = { checked: { fresh: [whole] }, tests: null } as unknown as CiReport;
  expect(annotationsOf(report)[0]).toMatch(/^::notice file=LICENSE,title=/);
});
