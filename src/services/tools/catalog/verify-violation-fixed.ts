import { z } from "zod";
import { defineTool, ToolRefusal } from "../tool.ts";
import { conformanceOf, describeViolation, findViolation } from "../violation-answer.ts";

export const verifyViolationFixed = defineTool({
  name: "verify_violation_fixed",
  description:
    "Check whether a violation is gone from the current project. It is identified by its fingerprint, not by its line.",
  effect: "read",
  input: z.strictObject({ violation_id: z.string() }),
  examples: [{ title: "after a fix", input: { violation_id: "V-4734938a9485" } }],
  guarded: () => ({ kind: "other", name: "verify_violation_fixed" }),
  async run({ violation_id }, toolPorts) {
    const violation = await findViolation(toolPorts, violation_id);
    const check = `${violation.contract_id}/${violation.check_id}`;
    const { violations, problems } = await conformanceOf(toolPorts).check({ checkIds: [check] });
    const still = violations.find((each) => each.fingerprint === violation.fingerprint);
    if (!still && problems.length > 0)
      throw new ToolRefusal(
        `whether it is fixed is unknown: ${check} could not run: ${problems.map(({ why }) => why).join("; ")}`,
      );
    return {
      output: {
        violation_id: violation.violation_id,
        fixed: still === undefined,
        ...(still && { still: describeViolation(still) }),
      },
    };
  },
});
