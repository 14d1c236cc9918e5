import { appendFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { equipBrain } from "../../../app/brains/brains.ts";
import { writeOutputs } from "../../../app/output-folder.ts";
import { forgeOf, readPipeline } from "../../../app/pipeline.ts";
import type { App } from "../../../app.ts";
import type { Pipeline } from "../../../domain/entities/pipeline.ts";
import { countFailing } from "../../../domain/rules/proof/failing.ts";
import { type CiEvent, type CiReport, runCi, testResultOf } from "../../../workflows/ci/ci.ts";
import type { OfferPlace } from "../../../workflows/ci/offer-change.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { inRepository } from "../in-repository.ts";
import { annotationsOf, quoteWith } from "../render/ci/annotations.ts";
import { codeQualityOf } from "../render/ci/code-quality.ts";
import { headline, summaryOf } from "../render/ci/summary.ts";
import { count } from "../render/review.ts";
import { placeOf } from "../render/violation.ts";
import { visible } from "../terminal.ts";
import { showPhase } from "./fix.ts";
import { showModelWarnings } from "./model-warnings.ts";
import { showEvent } from "./repair/repair.ts";

export interface CiOptions {
  readonly propose: OfferPlace;
  readonly pushToBranch?: boolean;
  readonly budget: number;
  readonly maxCost?: number;
  readonly since?: string;
  readonly limit: number;
  readonly out: string;
  readonly brain?: string;
}

const EXIT_CODES = { green: 0, red: 1, could_not_run: 2 } as const;

export async function runCiCommand(context: CommandContext, options: CiOptions): Promise<CommandResult> {
  return inRepository(context, async (opened) => {
    const app = options.maxCost === undefined ? opened : withCostLimit(opened, options.maxCost);
    showModelWarnings(app, options.brain ?? null, context);
    const { ports } = equipBrain(app, options.brain ?? null, options.budget);
    const pipeline = await readPipeline(context.environment);
    // From here on, the output contains test names and other text from the repository.
    const quote = takesCommands(pipeline) ? quoteWith(ports.newTraceId()) : null;
    if (quote !== null) context.progress.keep(quote.begin);
    const request = {
      propose: options.propose,
      pushToBranch: options.pushToBranch ?? false,
      pipeline,
      forge: forgeOf(context.environment, pipeline),
      budgetSeconds: options.budget,
      limit: options.limit,
      ...(options.since && { since: options.since }),
    };
    const report = await runCi(ports, request, context.signal, (event) => show(event, context));
    context.progress.end();
    const folder = resolve(context.cwd, options.out);
    const shown = relative(context.cwd, folder).split(sep).join("/");
    const { files, patches } = await outputsOf(report, context, shown);
    await writeOutputs(folder, files);
    await tellPipeline(pipeline, files.get("summary.md") ?? "", report);
    const result = describe(report, patches, context);
    if (quote === null) return result;
    return { ...result, text: [result.text, quote.end, ...annotationsOf(report)].join("\n") };
  });
}

/** GitHub, Gitea and Forgejo execute commands that they find in the output of a step. */
function takesCommands({ kind }: Pipeline): boolean {
  return kind === "github" || kind === "gitea";
}

function withCostLimit(app: App, usd: number): App {
  const { settings } = app;
  return { ...app, settings: { ...settings, model: { ...settings.model, max_cost_usd: usd } } };
}

function show(event: CiEvent, context: CommandContext): void {
  if (event.kind === "checking") context.progress.say("Checking");
  else if (event.kind === "fixing") showPhase(event, context);
  else showEvent(event, context.progress);
}

/** Files for later steps of the pipeline. None of them contains a secret. */
async function outputsOf(report: CiReport, { redactor }: CommandContext, folder: string) {
  const patches = new Map<string, string>();
  const files = new Map<string, string>();
  for (const [index, { review }] of report.offered.entries()) {
    const { diff } = review.change;
    // A patch with a placeholder in it would not apply.
    if (redactor.text(diff) !== diff) continue;
    const name = `change-${index + 1}.patch`;
    patches.set(review.review_id, join(folder, name));
    files.set(name, diff);
  }
  if (report.checked !== null) {
    files.set("agentforge.sarif", redactor.text(await report.checked.run.format("sarif")));
    files.set("code-quality.json", redactor.text(codeQualityOf(report)));
  }
  files.set("summary.md", redactor.text(summaryOf(report, patches)));
  files.set("report.json", `${JSON.stringify(redactor.data(dataOf(report, patches)), null, 2)}\n`);
  return { files, patches };
}

async function tellPipeline(pipeline: Pipeline, summary: string, report: CiReport): Promise<void> {
  if (pipeline.summaryFile !== null) await appendFile(pipeline.summaryFile, summary);
  if (pipeline.outputFile === null) return;
  const address = report.offered.flatMap(({ offer }) => ("url" in offer ? [offer.url] : []))[0] ?? "";
  const lines = [
    `status=${report.status}`,
    `changes=${report.offered.length}`,
    `url=${address.replace(/\s/g, "")}`,
  ];
  await appendFile(pipeline.outputFile, `${lines.join("\n")}\n`);
}

function dataOf(report: CiReport, patches: ReadonlyMap<string, string>) {
  const result = testResultOf(report);
  return {
    status: report.status,
    tests: result && {
      passed: result.passed,
      failed: countFailing(result),
      skipped: result.skipped,
    },
    violations: report.checked?.fresh ?? [],
    in_baseline: report.checked?.run.inBaseline ?? 0,
    problems: report.checked?.run.problems ?? [],
    changes: report.offered.map(({ review, offer }) => ({
      review_id: review.review_id,
      violation_id: review.violation_id,
      title: review.title,
      files: review.request.files_affected,
      confidence: review.evidence.confidence.overall,
      asks: review.asked_because,
      patch: patches.get(review.review_id) ?? null,
      offer,
    })),
    not_fixed: report.notFixed.map(({ violation, why }) => ({ violation_id: violation.violation_id, why })),
  };
}

function describe(
  report: CiReport,
  patches: ReadonlyMap<string, string>,
  { paint }: CommandContext,
): CommandResult {
  const result = testResultOf(report);
  const color = report.status === "green" ? "green" : report.status === "red" ? "red" : "yellow";
  const lines = [
    paint(color, `${report.status === "green" ? "✔" : "✖"} Build: ${headline(report)}.`),
    ...(result === null ? [] : [`  Tests: ${count(result)}.`]),
    ...(report.checked?.fresh ?? []).map(
      (violation) => `  ${visible(placeOf(violation))}  ${violation.check_id}: ${visible(violation.message)}`,
    ),
    ...report.offered.map(({ review, offer }) => {
      const file = patches.get(review.review_id);
      const where =
        "url" in offer
          ? offer.url
          : offer.kind === "branch"
            ? offer.branch
            : (file ?? "no patch: it contains a secret");
      const why = offer.kind === "patch" && offer.why !== null ? `\n    ${visible(offer.why)}` : "";
      return `  ${paint("cyan", "→")} ${visible(review.title)}: ${offer.kind} ${visible(where)}${why}`;
    }),
    ...report.notFixed.map(
      ({ violation, why }) => `  ${violation.violation_id} is not fixed: ${visible(why)}`,
    ),
    ...(report.tests?.status === "not_repaired" || report.tests?.status === "no_verdict"
      ? [`  Tests: ${visible(report.tests.why)}`]
      : []),
  ];
  return {
    exitCode: EXIT_CODES[report.status],
    text: lines.join("\n"),
    data: dataOf(report, patches),
  };
}
