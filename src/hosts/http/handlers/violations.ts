import { readTrend } from "../../../workflows/overview/trend.ts";
import { check } from "../../../workflows/violations/check.ts";
import { findViolation } from "../../../workflows/violations/fix-violation.ts";
import type { Handler } from "../context.ts";

export const listViolations: Handler<"listViolations"> = async ({ app }, { query }) => {
  const { rule, severity, file, text, ...rest } = query;
  const { conformance } = app.ports;
  const filter = {
    ...rest,
    ...(rule && { checkId: rule }),
    ...(severity && { severity }),
    ...(file && { file }),
    ...(text && { text }),
  };
  const { violations, total } = await conformance.violations(filter);
  const counts = await conformance.countByCheck(query.status);
  return {
    violations: [...violations],
    total,
    rules: counts.map(({ check: name, count }) => ({ rule: name, count })),
  };
};

export const getTrend: Handler<"getTrend"> = async ({ app }, { query: { rule = null } }) => ({
  rule,
  points: [...(await readTrend(app.ports, rule))],
});

export const getViolation: Handler<"getViolation"> = async ({ app }, { id }) => findViolation(app.ports, id);

export const runChecks: Handler<"check"> = async ({ app }) => {
  const { run, filing } = await check(app.ports);
  const { opened, reopened, resolved } = filing;
  return {
    opened: [...opened],
    reopened: [...reopened],
    resolved: [...resolved],
    files_checked: run.filesChecked,
    problems: run.problems.map(({ contract, check: name, why }) => ({ contract, check: name, why })),
  };
};
