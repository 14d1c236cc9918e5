import { z } from "zod";

/** A finding as the linter itself reports it, in a format that AgentForge does not read if there is one. */
export interface OwnFinding {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  /** The linter would make the change automatically. */
  readonly hasFix: boolean;
  /** The lines that its fix would change, if the report says so. */
  readonly lines?: readonly number[];
}

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

const Ruff = z.array(
  z.object({
    filename: z.string(),
    code: z.string(),
    location: z.object({ row: z.int() }),
    fix: z.object({ applicability: z.string() }).nullable(),
  }),
);

export function readRuff({ stdout }: Output): readonly OwnFinding[] {
  return Ruff.parse(JSON.parse(stdout)).map(({ filename, code, location, fix }) => ({
    path: filename,
    line: location.row,
    rule: code,
    hasFix: fix?.applicability === "safe",
  }));
}

const Eslint = z.array(
  z.object({
    filePath: z.string(),
    messages: z.array(z.object({ ruleId: z.string(), line: z.int(), fix: z.unknown().optional() })),
  }),
);

export function readEslint({ stdout }: Output): readonly OwnFinding[] {
  return Eslint.parse(JSON.parse(stdout)).flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, line, fix }) => ({
      path: filePath,
      line,
      rule: ruleId,
      hasFix: fix !== undefined,
    })),
  );
}

const Biome = z.object({
  diagnostics: z.array(
    z.looseObject({
      category: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.int() }) }),
    }),
  ),
});

export function readBiome({ stdout }: Output): readonly OwnFinding[] {
  return Biome.parse(JSON.parse(stdout)).diagnostics.map((diagnostic) => ({
    path: diagnostic.location.path,
    line: diagnostic.location.start.line,
    rule: diagnostic.category,
    // The report does not say.
    hasFix: false,
  }));
}

const Semgrep = z.object({
  results: z.array(
    z.object({
      check_id: z.string(),
      path: z.string(),
      start: z.object({ line: z.int() }),
      extra: z.object({ fix: z.string().optional() }),
    }),
  ),
});

export function readSemgrep({ stdout }: Output): readonly OwnFinding[] {
  return Semgrep.parse(JSON.parse(stdout)).results.map(({ check_id, path, start, extra }) => ({
    path,
    line: start.line,
    rule: check_id,
    hasFix: extra.fix !== undefined,
  }));
}

const Bandit = z.object({
  results: z.array(z.object({ filename: z.string(), line_number: z.int(), test_id: z.string() })),
});

export function readBandit({ stdout }: Output): readonly OwnFinding[] {
  return Bandit.parse(JSON.parse(stdout)).results.map(({ filename, line_number, test_id }) => ({
    path: filename,
    line: line_number,
    rule: test_id,
    hasFix: false,
  }));
}

const Mypy = z.object({
  file: z.string(),
  line: z.int(),
  code: z.string().nullable(),
  severity: z.string(),
});

export function readMypy({ stdout }: Output): readonly OwnFinding[] {
  return jsonLines(stdout)
    .map((line) => Mypy.parse(line))
    .filter(({ severity }) => severity === "error")
    .map(({ file, line, code }) => ({ path: file, line, rule: code ?? "", hasFix: false }));
}

const Staticcheck = z.object({
  code: z.string(),
  location: z.object({ file: z.string(), line: z.int() }),
});

export function readStaticcheck({ stdout }: Output): readonly OwnFinding[] {
  return jsonLines(stdout)
    .map((line) => Staticcheck.parse(line))
    .map(({ code, location: { file, line } }) => ({ path: file, line, rule: code, hasFix: false }));
}

const SarifRegion = z.object({ startLine: z.int(), endLine: z.int().optional() });
const Sarif = z.object({
  runs: z.array(
    z.object({
      results: z
        .array(
          z.object({
            ruleId: z.string(),
            locations: z.array(
              z.object({
                physicalLocation: z.object({
                  artifactLocation: z.object({ uri: z.string() }),
                  region: SarifRegion,
                }),
              }),
            ),
            fixes: z
              .array(
                z.object({
                  artifactChanges: z.array(
                    z.object({ replacements: z.array(z.object({ deletedRegion: SarifRegion })) }),
                  ),
                }),
              )
              .default([]),
          }),
        )
        .nullish(),
    }),
  ),
});

/** With the lines that the first fix of each finding changes. */
export function readSarifWithFixes({ stdout }: Output): readonly OwnFinding[] {
  const results = Sarif.parse(JSON.parse(stdout)).runs.flatMap((run) => run.results ?? []);
  return results.flatMap(({ ruleId, locations: [place], fixes: [fix] }) => {
    if (place === undefined) return [];
    const { artifactLocation, region } = place.physicalLocation;
    const replacements = fix?.artifactChanges.flatMap((change) => change.replacements) ?? [];
    const lines = replacements.flatMap(({ deletedRegion: { startLine, endLine = startLine } }) =>
      Array.from({ length: endLine - startLine + 1 }, (_, index) => startLine + index),
    );
    const found = { path: artifactLocation.uri, line: region.startLine, rule: ruleId };
    return [{ ...found, hasFix: fix !== undefined, lines }];
  });
}

const Span = z.object({
  file_name: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  column_start: z.int(),
  column_end: z.int(),
  is_primary: z.boolean(),
  suggestion_applicability: z.string().nullable(),
});
const RustMessage = z.object({
  code: z.object({ code: z.string() }).nullable(),
  spans: z.array(Span),
  children: z.array(z.object({ spans: z.array(Span) })),
});

/** The library and its tests share files: what Cargo reports for both is one finding, as in its output for people. */
export function readClippy({ stdout }: Output): readonly OwnFinding[] {
  const found = new Map<string, OwnFinding>();
  for (const line of jsonLines(stdout)) {
    const parsed = z.object({ reason: z.literal("compiler-message"), message: RustMessage }).safeParse(line);
    const place = parsed.data?.message.spans.find((span) => span.is_primary);
    if (parsed.data === undefined || place === undefined) continue;
    const { code, children } = parsed.data.message;
    const suggested = children
      .flatMap(({ spans }) => spans)
      .filter(
        ({ suggestion_applicability }) =>
          (suggestion_applicability ?? "HasPlaceholders") !== "HasPlaceholders",
      );
    const hasFix = suggested.some((span) => span.suggestion_applicability === "MachineApplicable");
    const lines = suggested.flatMap(({ line_start, line_end }) =>
      Array.from({ length: line_end - line_start + 1 }, (_, index) => line_start + index),
    );
    const finding = { path: place.file_name, line: place.line_start, rule: code?.code ?? "", hasFix, lines };
    const { column_start, line_end, column_end } = place;
    found.set(JSON.stringify([finding, column_start, line_end, column_end]), finding);
  }
  return [...found.values()];
}

function jsonLines(text: string): readonly unknown[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line): unknown => JSON.parse(line));
}
