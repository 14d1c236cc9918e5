import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { execa } from "execa";
import { type AppOptions, openApp, sandboxOptions, settingsHere } from "../../app.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Sandbox } from "../../domain/ports/sandbox.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import { openSandbox, probeSandboxes, runEscapeBattery } from "../../services/sandbox/index.ts";
import { describeDatabase } from "../../services/state/index.ts";
import { chooseBrainFor, describeBrain, modelWarnings } from "../brains/brain-choice.ts";
import { databaseUrl } from "../storage/database-address.ts";
import { examineSuites } from "./examine-suites.ts";
import type { HealthCheck } from "./health-check.ts";

export type { HealthCheck } from "./health-check.ts";

/** Everything `doctor` reports, with the command that fixes each problem. */
export async function examine(
  options: AppOptions,
  say: (what: string) => void = () => undefined,
): Promise<HealthCheck[]> {
  return [
    { subject: "Node", level: "good", detail: process.versions.node, remedy: null },
    await examineProgram(options, "git", "2.31 or newer", true),
    ...(await examineSandbox(options)),
    ...(await examineToolchains(options)),
    await examineBrain(options),
    ...(await examineDatabase(options)),
    ...(await examineRepository(options, say)),
  ];
}

async function examineSandbox(options: AppOptions): Promise<HealthCheck[]> {
  let backends: readonly HealthCheck[] = [];
  try {
    const settings = await sandboxOptions(options, (await settingsHere(options)).settings);
    const probes = await probeSandboxes(settings);
    backends = probes.map((probe) => ({
      subject: probe.id,
      level: probe.usable ? "good" : "absent",
      detail: probe.usable && probe.version !== null ? `${probe.version}, ${probe.why}` : probe.why,
      remedy: null,
    }));
    return [...backends, await proveSandbox(await openSandbox(settings))];
  } catch (error) {
    if (!(error instanceof AgentForgeError)) throw error;
    return [
      ...backends,
      { subject: "sandbox", level: "broken", detail: error.message, remedy: error.hint ?? null },
    ];
  }
}

/** Tries a few escapes, and ordinary work that must succeed: an installed sandbox may still not work. */
async function proveSandbox(sandbox: Sandbox): Promise<HealthCheck> {
  const report = await runEscapeBattery(sandbox);
  const failed = [
    ...report.attempts
      .filter((attempt) => attempt.status !== "contained")
      .map((attempt) => `${attempt.title}: ${attempt.why}`),
    ...report.controls
      .filter((control) => !control.works)
      .map((control) => `${control.title}: ${control.why}`),
  ];
  const tried = counted(report.attempts.length, "escape attempt");
  const ordinary = counted(report.controls.length, "ordinary command");
  if (report.status === "contained") {
    return {
      subject: "sandbox",
      level: "good",
      detail: `${sandbox.id}: contained ${tried}, and ran ${ordinary}`,
      remedy: null,
    };
  }
  const level = sandbox.id === "subprocess" ? "absent" : "broken";
  return {
    subject: "sandbox",
    level,
    detail: `${sandbox.id}: ${report.status} (${tried}, ${ordinary}); ${failed.join("; ")}`,
    remedy: null,
  };
}

async function examineToolchains(options: AppOptions): Promise<HealthCheck[]> {
  const wanted: [string, string][] = [
    ["python3", "for pytest and unittest"],
    ["go", "for go test"],
    ["cargo", "for cargo test"],
  ];
  return Promise.all(wanted.map(([program, use]) => examineProgram(options, program, use, false)));
}

async function examineProgram(
  options: AppOptions,
  program: string,
  use: string,
  needed: boolean,
): Promise<HealthCheck> {
  const found = await which(program, options.environment.path);
  if (found === null) {
    const level = needed ? "broken" : "absent";
    return {
      subject: program,
      level,
      detail: `not found (${use})`,
      remedy: needed ? `Install ${program}.` : null,
    };
  }
  const argument = program === "go" ? "version" : "--version";
  const { stdout, failed } = await execa(found, [argument], { reject: false, timeout: 10_000 });
  return {
    subject: program,
    level: "good",
    detail: failed ? found : (stdout.split("\n")[0] ?? found),
    remedy: null,
  };
}

async function which(program: string, path: string): Promise<string | null> {
  for (const folder of path.split(delimiter).filter((entry) => entry !== "")) {
    const file = join(folder, program);
    const usable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return file;
  }
  return null;
}

/** Which brain a repair would use here. No model is asked, because that could cost money. */
async function examineBrain(options: AppOptions): Promise<HealthCheck> {
  const subject = "brain";
  try {
    const { settings } = await settingsHere(options);
    const choice = chooseBrainFor(options.environment, settings, null);
    const [warning] = modelWarnings(choice, settings);
    const detail = describeBrain(choice, options.environment);
    return warning
      ? { subject, level: "absent", detail: `${detail}; ${warning}`, remedy: null }
      : { subject, level: "good", detail, remedy: null };
  } catch (error) {
    if (!(error instanceof AgentForgeError)) throw error;
    return { subject, level: "broken", detail: error.message, remedy: error.hint ?? null };
  }
}

/** The PostgreSQL database in the environment or the user's settings, if there is one. */
async function examineDatabase(options: AppOptions): Promise<HealthCheck[]> {
  const subject = "database";
  try {
    const url = databaseUrl(options.environment, (await settingsHere(options)).database);
    if (url === null) return [];
    url.searchParams.delete("schema");
    const { version, mayCreate } = await describeDatabase(url.href);
    const detail = `PostgreSQL ${version} at ${url.host}${url.pathname}`;
    if (mayCreate) return [{ subject, level: "good", detail, remedy: null }];
    const why = `${detail}; the user may not create schemas, which a new database needs`;
    return [{ subject, level: "absent", detail: why, remedy: "GRANT CREATE ON DATABASE … TO …" }];
  } catch (error) {
    if (!(error instanceof AgentForgeError)) throw error;
    return [{ subject, level: "broken", detail: error.message, remedy: error.hint ?? null }];
  }
}

/** The repository is examined only if there is one: `doctor` also works without one. */
async function examineRepository(options: AppOptions, say: (what: string) => void): Promise<HealthCheck[]> {
  try {
    await using app = await openApp(options);
    const { root } = app.ports.workspace;
    await using tree = await app.ports.workspace.openAttempt(app.ports.newId("A"));
    const suites = await examineSuites(app.ports, tree, say);
    const refused = (app.ports.notices ?? []).map(
      (detail): HealthCheck => ({ subject: "settings", level: "absent", detail, remedy: null }),
    );
    return [{ subject: "repository", level: "good", detail: root, remedy: null }, ...refused, ...suites];
  } catch (error) {
    if (!(error instanceof AgentForgeError)) throw error;
    const level = error.code === "not_a_repository" ? "absent" : "broken";
    return [{ subject: "repository", level, detail: error.message, remedy: error.hint ?? null }];
  }
}
