import type { Statement } from "../../domain/entities/certificate.ts";
import type { PreparedCertificate } from "../../domain/ports/reviews.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import { inlineCode } from "../../domain/rules/text/markdown.ts";

const MOST_LISTED = 10;

/** The pull request's text for a reviewer: the change, its confidence, its proof, its cost, and how to verify it. */
export function pullRequestBody(message: string, { digest, statement }: PreparedCertificate): string {
  const [, ...rest] = message.split("\n");
  return [
    rest.join("\n").trim(),
    ["## Proof", ...proofOf(statement).map(([name, text]) => `- **${name}:** ${text}`)].join("\n"),
    howToVerify(digest),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function proofOf(statement: Statement): [string, string][] {
  const { tests, confirmation, doubts = [], approval } = statement;
  return [
    ["Confidence", statement.confidence.toFixed(2)],
    ["Tests", testsOf(tests)],
    ...listed("Fixed", tests.fixed),
    ["Coverage", coverageOf(statement)],
    ["Second run", confirmation ? confirmationOf(confirmation) : "none"],
    ...checksOf(statement),
    ...listed("Doubt", doubts),
    ["Made by", madeBy(statement)],
    ["Cost", costOf(statement)],
    ["Approved", `by ${inlineCode(approval.by)} (${approval.actor}) at ${approval.at}`],
  ];
}

function testsOf({ cases, framework }: Statement["tests"]): string {
  if (cases.length === 0) return "none";
  const failing = (side: "before" | "after") =>
    cases.filter((test) => test[side] === "failed" || test[side] === "error").length;
  const passed = cases.filter((test) => test.after === "passed").length;
  return `${failing("before")} failed before; ${passed} pass and ${failing("after")} fail with this change (${inlineCode(framework)})`;
}

function confirmationOf({ tests, canaries, missing }: NonNullable<Statement["confirmation"]>): string {
  if (missing !== null) return `not confirmed: ${inlineCode(missing)}`;
  return `an independent run agrees on ${counted(tests, "test")}; ${counted(canaries, "planted failure was", "planted failures were")} caught`;
}

function coverageOf({ changed_lines: { total, covered } }: Statement): string {
  return covered === null ? "not measured" : `tests run ${covered} of ${counted(total, "changed line")}`;
}

function checksOf({ checks }: Statement): [string, string][] {
  return checks === null
    ? []
    : [["Checks", `${counted(checks.before, "violation")} before, ${checks.after} after`]];
}

function madeBy({ brain }: Statement): string {
  const models = brain.models ?? [];
  return models.length === 0 ? brain.kind : `${brain.kind} with ${models.map(inlineCode).join(", ")}`;
}

function costOf({ cost: { tokens, usd } }: Statement): string {
  if (tokens === 0) return "nothing: no model was used";
  return `${tokens.toLocaleString("en")} tokens, ${usd === null ? "price unknown" : `$${usd.toFixed(4)}`}`;
}

function howToVerify(digest: string): string {
  return [
    "## Verify",
    `The commit names the certificate of this proof (\`sha256:${digest.slice(0, 16)}…\`). In a clone, with this branch checked out:`,
    "```sh\ngit fetch origin 'refs/agentforge/certificates/*:refs/agentforge/certificates/*'\nagentforge certificate verify HEAD\n```",
    "This runs the tests before and after the change again and compares the results with the certificate.",
  ].join("\n\n");
}

function listed(name: string, texts: readonly string[]): [string, string][] {
  const shown = texts.slice(0, MOST_LISTED).map((text): [string, string] => [name, inlineCode(text)]);
  const left = texts.length - shown.length;
  return left === 0 ? shown : [...shown, [name, `and ${left} more`]];
}
