import { z } from "zod";
import { readBounded, WRITTEN_BY_PROGRAMS } from "../../domain/rules/settings/bounded-data.ts";
import { BY_TOOL, type Report, type Reported } from "./linter-output.ts";
import type { Replacement } from "./replacement.ts";
import type { ToldPath } from "./report-paths.ts";

/** Lines and columns start at 1; Staticcheck writes 0 if there is none. */
const Place = z
  .int()
  .nonnegative()
  .optional()
  .transform((number) => number || undefined);

const Region = z.looseObject({
  startLine: Place,
  startColumn: Place,
  endLine: Place,
  endColumn: Place,
  snippet: z.looseObject({ text: z.string().optional() }).optional(),
});
type Region = z.output<typeof Region>;

const DEEPEST_BASE = 8;

const ArtifactLocation = z.looseObject({
  uri: z.string().optional(),
  uriBaseId: z.string().optional(),
  index: z.int().optional(),
});
type ArtifactLocation = z.output<typeof ArtifactLocation>;

const Result = z.looseObject({
  ruleId: z.string().optional(),
  ruleIndex: z.int().optional(),
  rule: z.looseObject({ id: z.string().optional(), index: z.int().optional() }).optional(),
  level: z.string().optional(),
  message: z.looseObject({ text: z.string().optional(), id: z.string().optional() }).optional(),
  locations: z
    .array(
      z.looseObject({
        physicalLocation: z
          .looseObject({ artifactLocation: ArtifactLocation.optional(), region: Region.optional() })
          .optional(),
      }),
    )
    .optional(),
  suppressions: z
    .array(
      z.looseObject({
        justification: z.string().optional(),
        status: z.string().optional(),
      }),
    )
    .optional(),
  fixes: z
    .array(
      z.looseObject({
        artifactChanges: z.array(
          z.looseObject({
            artifactLocation: ArtifactLocation,
            replacements: z.array(
              z.looseObject({
                deletedRegion: Region,
                insertedContent: z.looseObject({ text: z.string().optional() }).optional(),
              }),
            ),
          }),
        ),
      }),
    )
    .optional(),
});
type Result = z.output<typeof Result>;

const Rule = z.looseObject({
  id: z.string(),
  shortDescription: z.looseObject({ text: z.string().optional() }).optional(),
  messageStrings: z.record(z.string(), z.looseObject({ text: z.string() })).optional(),
  defaultConfiguration: z.looseObject({ level: z.string().optional() }).optional(),
});

const Run = z.looseObject({
  tool: z.looseObject({
    driver: z.looseObject({ name: z.string(), rules: z.array(Rule).optional() }),
  }),
  artifacts: z.array(z.looseObject({ location: ArtifactLocation.optional() })).optional(),
  originalUriBaseIds: z.record(z.string(), ArtifactLocation).optional(),
  results: z.array(Result).nullish(),
  invocations: z.array(z.looseObject({ executionSuccessful: z.boolean().optional() })).optional(),
});
type Run = z.output<typeof Run>;

const SarifLog = z.looseObject({ version: z.literal("2.1.0"), runs: z.array(Run) });

/**
 * The findings of a SARIF 2.1.0 log, with rules, levels and messages resolved if a result only refers to them.
 * `origin` is the original result, so that nothing is lost when the log is written again. A result with several
 * locations is reported at the first.
 */
export function readSarif(text: string): Report {
  const log = parseLog(text);
  if (log === null || log.runs.length === 0 || log.runs.some(isFailedRun)) return { status: "unreadable" };
  const findings = log.runs.flatMap((run) => (run.results ?? []).map((result) => readResult(run, result)));
  return { status: "read", tool: log.runs[0]?.tool.driver.name ?? "sarif", findings };
}

/** SARIF 2.1.0: an invocation says that it failed, and `results` is null when nothing was scanned. */
function isFailedRun({ results, invocations = [] }: Run): boolean {
  return results === null || invocations.some((each) => each.executionSuccessful === false);
}

function parseLog(text: string): z.output<typeof SarifLog> | null {
  try {
    return (
      SarifLog.safeParse(readBounded(text.replace(/^\uFEFF/, ""), JSON.parse, WRITTEN_BY_PROGRAMS)).data ??
      null
    );
  } catch {
    return null;
  }
}

function readResult(run: Run, result: Result): Reported {
  const rules = run.tool.driver.rules ?? [];
  const index = result.ruleIndex ?? result.rule?.index;
  const rule =
    rules.find((each) => each.id === (result.ruleId ?? result.rule?.id)) ??
    (index === undefined ? undefined : rules[index]);
  const ruleId = result.ruleId ?? result.rule?.id ?? rule?.id;
  const place = result.locations?.[0]?.physicalLocation;
  const message =
    result.message?.text ??
    rule?.messageStrings?.[result.message?.id ?? ""]?.text ??
    rule?.shortDescription?.text ??
    ruleId ??
    "";
  const replacements = result.fixes?.[0]?.artifactChanges.flatMap((change) =>
    change.replacements.map(
      (replacement): Replacement => ({
        ...pathOf(run, change.artifactLocation),
        ...placesOf(replacement.deletedRegion),
        text: replacement.insertedContent?.text ?? "",
      }),
    ),
  );
  return {
    ...pathOf(run, place?.artifactLocation),
    message,
    level: result.level ?? rule?.defaultConfiguration?.level ?? "warning",
    origin: result,
    ...suppressedBy(result),
    ...(ruleId === undefined ? {} : { rule: ruleId }),
    ...regionOf(place?.region),
    ...(replacements === undefined || replacements.length === 0 ? {} : { replacements }),
  };
}

/** SARIF 2.1.0: suppressed if there are suppressions and none is under review or rejected. */
function suppressedBy({ suppressions = [] }: Result): Pick<Reported, "suppressed"> {
  const isAccepted = suppressions.every(({ status = "accepted" }) => status === "accepted");
  if (suppressions.length === 0 || !isAccepted) return {};
  const said = suppressions.map(({ justification }) => justification).find((text) => text);
  return { suppressed: { reason: BY_TOOL + (said ?? "no reason given"), until: null } };
}

function pathOf(run: Run, location: ArtifactLocation | undefined): ToldPath {
  const artifact = run.artifacts?.[location?.index ?? -1]?.location;
  const { uri = "", uriBaseId } = location?.uri === undefined ? (artifact ?? {}) : location;
  const path = decode(uri);
  if (isWhole(uri) || uri === "") return { path };
  const base = decode(baseOf(run, uriBaseId));
  return base === "" ? { path } : { path: `${base.replace(/\/+$/, "")}/${path}`, below: path };
}

/** A base may itself be relative to another. */
function baseOf(run: Run, id: string | undefined): string {
  let base = "";
  let next = id;
  for (let depth = 0; next !== undefined && depth < DEEPEST_BASE && !isWhole(base); depth++) {
    const location: ArtifactLocation | undefined = run.originalUriBaseIds?.[next];
    base = [location?.uri?.replace(/\/+$/, ""), base].filter((part) => part).join("/");
    next = location?.uriBaseId;
  }
  return base;
}

function isWhole(uri: string): boolean {
  return /^(?:\w+:|[\\/])/.test(uri);
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

function regionOf(region: Region | undefined): Partial<Reported> {
  if (region?.startLine === undefined) return {};
  const { start, end } = placesOf(region);
  const endColumn = region.endColumn === undefined ? {} : { endColumn: end.column };
  return { line: start.line, column: start.column, endLine: end.line, ...endColumn };
}

function placesOf(region: Region): Pick<Replacement, "start" | "end"> {
  const line = region.startLine ?? 1;
  const column = region.startColumn ?? 1;
  const endLine = region.endLine ?? line;
  // Without an end column the region reaches to the end of its last line.
  const endColumn = region.endColumn ?? (region.startColumn === undefined ? Number.MAX_SAFE_INTEGER : column);
  return { start: { line, column }, end: { line: endLine, column: endColumn } };
}
