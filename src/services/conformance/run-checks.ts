import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { UnusedExemption } from "../../domain/ports/conformance.ts";
import { lazily } from "../../domain/rules/values/lazily.ts";
import type { CachedViolation, CacheEntry, CheckCache } from "./check-cache.ts";
import type { CheckedFile, Execute, RawViolation, RunTools } from "./check-type.ts";
import { openFile } from "./checked-file.ts";
import type { Contract } from "./contract.ts";
import { unusedExemptions } from "./exemptions.ts";
import { type InlineSuppression, readSuppressions } from "./inline-suppressions.ts";
import { judgeSuppressions, SUPPRESSION_RULE } from "./judge-suppressions.ts";
import { LineMap } from "./position.ts";
import type { TreePaths } from "./report-paths.ts";
import { compileRules, isAskedFor, type Rule, type RuleFilter } from "./rules.ts";
import { withSurroundings } from "./surroundings.ts";
import { freeTrees } from "./syntax.ts";

export interface ListedFile {
  readonly path: string;
  /** Changes whenever the content may have changed (time, size, inode), so that an unchanged file is not read. */
  readonly stamp?: string;
}

export interface CheckRequest extends RuleFilter {
  readonly contracts: readonly Contract[];
  /** Every file in the tree: checks of scope `tree` see them all. */
  readonly files: readonly ListedFile[];
  readonly read: (path: string) => Promise<string>;
  /** Violations in other files are omitted. */
  readonly paths?: readonly string[];
  /** Violations in files that are not the project's own are omitted. Called only for files with violations. */
  readonly isOwn?: (path: string) => boolean;
  readonly cache?: CheckCache;
  readonly execute?: Execute | null;
  /** The paths at which `execute` sees the tree, to map a linter's paths. */
  readonly tree?: Pick<TreePaths, "roots" | "exists">;
  /** `2026-01-31`, to know which suppressions in the code are past their last day. */
  readonly today?: string;
  readonly signal?: AbortSignal;
}

export interface RuleViolation extends CachedViolation {
  readonly rule: Rule;
  /** The result as another tool reported it. */
  readonly origin?: unknown;
  /** The violation's id, if a log that AgentForge wrote names it. */
  readonly fingerprint?: string;
  /** The hash of the file that another tool's edits are for. */
  readonly textHash?: string;
}

export interface CheckOutcome {
  readonly findings: readonly RuleViolation[];
  /** Rules that ran to completion; the results of the others are unknown. */
  readonly rules: readonly Rule[];
  /** Contracts whose rules all ran, including those without violations. */
  readonly wholeContracts?: readonly string[];
  /** Rules that could not run, and why: a linter that is missing, a check that crashed. */
  readonly problems: readonly { readonly contract: string; readonly check: string; readonly why: string }[];
  /** Rules that ran and had no file to check. */
  readonly idle: readonly Rule[];
  /** Empty unless every rule looked at every file. */
  readonly unusedExemptions: readonly UnusedExemption[];
  /** Whether this path was checked. */
  readonly covers: (path: string) => boolean;
  /** Paths of the tree. */
  readonly present: ReadonlySet<string>;
  readonly filesChecked: number;
  /** How many of them came completely from the cache. */
  readonly filesFromCache: number;
  readonly durationMs: number;
  readonly time: CheckTime;
}

/** How the time of a run was spent; the rest is the cache. */
export interface CheckTime {
  /** Reading and parsing the files, and the rules that look at one file at a time. */
  readonly filesMs: number;
  /** Rules that look at the whole tree, such as a linter, in the order in which they ran. */
  readonly checks: readonly { readonly contract: string; readonly check: string; readonly ms: number }[];
}

export const NO_TIME: CheckTime = { filesMs: 0, checks: [] };

const FILES_PER_BATCH = 64;
/** Below this many characters, handing a text to another thread costs more than parsing it. */
const LEAST_PARSED_ASIDE = 6000;
const UNREADABLE: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EIO", "EMFILE", "ENFILE", "ENOMEM"]);

/** Finds every violation of the checks. Reads only through `read`, and writes only the cache. */
export async function runChecks(request: CheckRequest): Promise<CheckOutcome> {
  const started = performance.now();
  const all = compileRules(request.contracts);
  const asked = all.filter((rule) => isAskedFor(rule, request));
  const judgesSuppressions = isAskedFor(SUPPRESSION_RULE, request);
  // Only the rule that a suppression names can tell whether it is needed.
  const run = new Run(request, judgesSuppressions ? all : asked, (await request.cache?.load()) ?? new Map());
  const filesStarted = performance.now();
  await run.checkFiles();
  const filesMs = performance.now() - filesStarted;
  await run.checkTree();
  await request.cache?.save(run.cacheChanges());
  const paths = request.paths === undefined ? null : new Set(request.paths);
  const covers = (path: string) => paths === null || paths.has(path);
  const { isOwn = () => true } = request;
  const completed = new Set(run.rules.filter((rule) => !run.failed.has(rule)));
  const judged = judgeSuppressions({
    findings: run.findings,
    comments: run.comments,
    rules: all,
    ran: completed,
    today: request.today,
  });
  const findings = [
    ...judged.findings.filter(({ rule }) => asked.includes(rule)),
    ...(judgesSuppressions ? judged.complaints : []),
  ]
    .filter((raw) => covers(raw.path) && isOwn(raw.path))
    .sort(byPlace);
  const ran = asked.filter((rule) => !run.failed.has(rule));
  const looked = request.files.filter((file) => covers(file.path));
  const present = new Set(request.files.map((file) => file.path));
  const { contracts, today } = request;
  const isComplete = paths === null && asked.length === all.length;
  const spoke = new Set(findings.map((raw) => raw.rule));
  return {
    findings,
    rules: ran,
    ...(judgesSuppressions && { wholeContracts: [SUPPRESSION_RULE.contract.id] }),
    idle: ran.filter((rule) => !spoke.has(rule) && !looked.some((file) => rule.applies(file.path))),
    unusedExemptions: isComplete
      ? unusedExemptions({ contracts, findings: run.findings, ran: completed, present, today })
      : [],
    problems: [...run.failed]
      .filter(([rule]) => asked.includes(rule))
      .map(([rule, why]) => ({ contract: rule.contract.id, check: rule.check.id, why })),
    covers,
    present,
    filesChecked: run.checked.size,
    filesFromCache: run.fromCache,
    durationMs: performance.now() - started,
    time: { filesMs, checks: run.treeTimes },
  };
}

class Run {
  readonly findings: RuleViolation[] = [];
  readonly failed = new Map<Rule, string>();
  /** Suppressions in the code, by path. */
  readonly comments = new Map<string, readonly InlineSuppression[]>();
  readonly rules: readonly Rule[];
  /** Paths of files that a rule looked at. */
  readonly checked = new Set<string>();
  fromCache = 0;
  readonly treeTimes: { contract: string; check: string; ms: number }[] = [];
  readonly #request: CheckRequest;
  readonly #fileRules: readonly Rule[];
  readonly #treeRules: readonly Rule[];
  readonly #known: ReadonlyMap<string, CacheEntry>;
  readonly #entries = new Map<string, CacheEntry>();
  readonly #changed = new Map<string, CacheEntry | null>();
  readonly #tools: Omit<RunTools, "report" | "read">;

  constructor(request: CheckRequest, rules: readonly Rule[], known: ReadonlyMap<string, CacheEntry>) {
    this.#request = request;
    this.rules = rules;
    this.#fileRules = rules.filter((rule) => rule.check.type.meta.scope === "file");
    this.#treeRules = rules.filter((rule) => rule.check.type.meta.scope === "tree");
    this.#known = known;
    const signal = request.signal === undefined ? {} : { signal: request.signal };
    const { tree = { roots: [], exists: async () => false } } = request;
    const files = request.files.map((file) => file.path);
    this.#tools = { execute: request.execute ?? null, tree: { ...tree, files }, ...signal };
  }

  async checkFiles(): Promise<void> {
    const wanted = this.#request.paths === undefined ? null : new Set(this.#request.paths);
    const gathering = this.#treeRules.filter((rule) => rule.check.type.gather !== undefined);
    const { files } = this.#request;
    for (let start = 0; start < files.length; start += FILES_PER_BATCH) {
      this.#request.signal?.throwIfAborted();
      await Promise.all(
        files.slice(start, start + FILES_PER_BATCH).map((file) => {
          const isWanted = wanted === null || wanted.has(file.path);
          const rules = isWanted ? this.#fileRules.filter((rule) => rule.applies(file.path)) : [];
          return this.#checkFile(
            file,
            rules,
            gathering.filter((rule) => rule.applies(file.path)),
          );
        }),
      );
      freeTrees();
      await setImmediate();
    }
  }

  async #checkFile(file: ListedFile, rules: readonly Rule[], gathering: readonly Rule[]): Promise<void> {
    if (rules.length + gathering.length === 0) return;
    this.checked.add(file.path);
    const known = this.#known.get(file.path);
    const isComplete = (entry: CacheEntry | undefined) =>
      entry !== undefined &&
      rules.every((rule) => rule.key in entry.findings) &&
      gathering.every((rule) => rule.key in entry.gathered);
    if (known !== undefined && file.stamp !== undefined && known.stamp === file.stamp && isComplete(known)) {
      this.#take(file.path, known, rules);
      return;
    }
    const text = await this.#readFor(file.path, [...rules, ...gathering]);
    if (text === null) return;
    const textHash = hashOf(text);
    const same = known?.hash === textHash ? known : undefined;
    if (same !== undefined && isComplete(same)) {
      if (same.stamp !== (file.stamp ?? null))
        this.#changed.set(file.path, { ...same, stamp: file.stamp ?? null });
      this.#take(file.path, same, rules);
      return;
    }
    const opened = openFile(file.path, text);
    const wantsSyntax = ({ check }: Rule) => check.type.needsSyntax?.(opened, check.options) === true;
    if (text.length >= LEAST_PARSED_ASIDE && [...rules, ...gathering].some(wantsSyntax))
      await opened.parseAside();
    const entry = await this.#compute(opened, rules, gathering, {
      stamp: file.stamp ?? null,
      hash: textHash,
      findings: same?.findings ?? {},
      gathered: same?.gathered ?? {},
      ...suppressionsOf(opened),
    });
    this.#changed.set(file.path, entry);
    this.#keep(file.path, entry, rules);
  }

  #take(path: string, entry: CacheEntry, rules: readonly Rule[]): void {
    this.fromCache++;
    this.#keep(path, entry, rules);
  }

  #keep(path: string, entry: CacheEntry, rules: readonly Rule[]): void {
    this.#entries.set(path, entry);
    if (entry.suppressions !== undefined) this.comments.set(path, entry.suppressions);
    for (const rule of rules) {
      for (const raw of entry.findings[rule.key] ?? []) this.findings.push({ ...raw, rule });
    }
  }

  async #compute(
    file: CheckedFile,
    rules: readonly Rule[],
    gathering: readonly Rule[],
    entry: CacheEntry,
  ): Promise<CacheEntry> {
    const findings = { ...entry.findings };
    const gathered = { ...entry.gathered };
    const lines = lazily(() => new LineMap(file.text));
    const missing = rules.filter(({ key }) => !(key in findings));
    for (const [key, found] of foundTogether(file, missing)) findings[key] = withSurroundings(found, lines);
    for (const rule of rules) {
      if (rule.key in findings) continue;
      const found = await this.#attempt(rule, () =>
        rule.check.type.run([file], rule.check.options, this.#toolsFor(rule)),
      );
      if (found !== null) findings[rule.key] = withSurroundings(found, lines);
    }
    for (const rule of gathering) {
      if (rule.key in gathered) continue;
      const fact = await this.#attempt(rule, () => rule.check.type.gather?.(file, rule.check.options) ?? "");
      if (fact !== null) gathered[rule.key] = fact;
    }
    return { ...entry, findings, gathered };
  }

  async checkTree(): Promise<void> {
    const wanted = this.#request.paths;
    for (const rule of this.#treeRules) {
      if (wanted !== undefined && !wanted.some((path) => rule.applies(path))) continue;
      const started = performance.now();
      const files = this.#request.files.filter((file) => rule.applies(file.path));
      for (const { path } of files) this.checked.add(path);
      const seen =
        rule.check.type.gather === undefined ? await this.#readAll(rule, files) : this.#gathered(rule, files);
      const found = await this.#attempt(rule, () =>
        rule.check.type.run(seen, rule.check.options, this.#toolsFor(rule)),
      );
      for (const raw of found ?? []) this.findings.push({ ...raw, surroundings: "", rule });
      const { contract, check } = rule;
      this.treeTimes.push({ contract: contract.id, check: check.id, ms: performance.now() - started });
    }
  }

  #toolsFor(rule: Rule): RunTools {
    return {
      ...this.#tools,
      read: (path) => this.#readFor(path, [rule]),
      report: (problem) => this.failed.set(rule, problem),
    };
  }

  #gathered(rule: Rule, files: readonly ListedFile[]): readonly CheckedFile[] {
    return files.map(({ path }) => openFile(path, this.#entries.get(path)?.gathered[rule.key] ?? "[]"));
  }

  async #readAll(rule: Rule, files: readonly ListedFile[]): Promise<readonly CheckedFile[]> {
    const seen: CheckedFile[] = [];
    for (let start = 0; start < files.length; start += FILES_PER_BATCH) {
      const batch = files.slice(start, start + FILES_PER_BATCH);
      const texts = await Promise.all(batch.map((file) => this.#readFor(file.path, [rule])));
      const opened = batch.map((file, index) => openFile(file.path, texts[index] ?? ""));
      for (const file of opened) {
        const { suppressions } = suppressionsOf(file);
        if (suppressions !== undefined) this.comments.set(file.path, suppressions);
      }
      seen.push(...opened);
    }
    return seen;
  }

  /** A crash of one check does not end the run. */
  async #attempt<T>(rule: Rule, work: () => T | Promise<T>): Promise<T | null> {
    if (this.failed.has(rule)) return null;
    try {
      return await work();
    } catch (error) {
      this.#request.signal?.throwIfAborted();
      this.failed.set(rule, error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  /**
   * Null for files that disappeared since they were listed, and for binary files. Throws if a file cannot be
   * read.
   */
  async #readFor(path: string, rules: readonly Rule[]): Promise<string | null> {
    try {
      const text = await this.#request.read(path);
      return text.includes("\0") ? null : text;
    } catch (error) {
      const { code = "", message } = error as NodeJS.ErrnoException;
      if (UNREADABLE.has(code))
        for (const rule of rules) this.failed.set(rule, `${path} cannot be read: ${message}`);
      return null;
    }
  }

  /** Also forgets files that are gone. */
  cacheChanges(): ReadonlyMap<string, CacheEntry | null> {
    const present = new Set(this.#request.files.map((file) => file.path));
    for (const path of this.#known.keys()) if (!present.has(path)) this.#changed.set(path, null);
    return this.#changed;
  }
}

function suppressionsOf(file: CheckedFile): Pick<CacheEntry, "suppressions"> {
  const suppressions = readSuppressions(file);
  return suppressions.length === 0 ? {} : { suppressions };
}

/** Results by rule key. If the combined run fails, each rule runs separately, to find out which one failed. */
function foundTogether(
  file: CheckedFile,
  rules: readonly Rule[],
): readonly [string, readonly RawViolation[]][] {
  return [...Map.groupBy(rules, ({ check }) => check.type)].flatMap(([type, ofType]) => {
    if (type.runTogether === undefined) return [];
    const options = ofType.map(({ check }) => check.options);
    let found: ReadonlyMap<unknown, readonly RawViolation[]>;
    try {
      found = type.runTogether(file, options);
    } catch {
      return [];
    }
    return ofType.flatMap(({ key, check }): [string, readonly RawViolation[]][] => {
      const own = found.get(check.options);
      return own === undefined ? [] : [[key, own]];
    });
  });
}

export function hashOf(text: string): string {
  return hash("sha256", text);
}

function byPlace(left: RuleViolation, right: RuleViolation): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1;
  return (
    (left.range?.line ?? 0) - (right.range?.line ?? 0) ||
    (left.range?.column ?? 0) - (right.range?.column ?? 0)
  );
}
