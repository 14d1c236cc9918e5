import "./own-temporary.ts";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { parse } from "yaml";
import { report } from "./report.ts";
import { fill, openAll, readAll } from "./state-folder.ts";
import { filling, sampleStep } from "./state-samples.ts";

/**
 * Truncates every kind of state file at every byte, and flips a bit in every byte, and checks whether anything altered
 * is accepted. `--stride 1` does so for every byte of the database too (a quarter of an hour); `--text-stride 7` takes
 * every seventh byte of the files for people.
 */
const { values } = parseArgs({
  options: {
    stride: { type: "string", default: "29" },
    "text-stride": { type: "string", default: "1" },
    bits: { type: "string", default: "1" },
    "database-only": { type: "boolean", default: false },
  },
});
const stride = Number(values.stride);
const textStride = Number(values["text-stride"]);
const bitsPerByte = Number(values.bits);
const FILES = [
  "state.yaml",
  "sessions/s-1/session.yaml",
  "sessions/s-1/execution_context.yaml",
  "sessions/s-1/step_history.yaml",
  "fix_attempts/a-1.yaml",
  "reviews/RV-1.yaml",
  "reviews/RV-1.diff",
  "escalations/ESC-1.yaml",
];

const home = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "agentforge-damage-"));
const totals = { damages: 0, silent: 0, notRestored: 0, harmless: 0, falseAlarms: 0 };
const naive = { yaml: 0, yamlTried: 0, pages: 0, log: 0 };
const details: string[] = [];
try {
  const whole = join(home, "whole");
  const crashed = join(home, "crashed");
  const first = await openAll(whole);
  await fill(first);
  await first.database.all("PRAGMA wal_checkpoint(TRUNCATE)");
  await first.sessions.appendStep("s-1", sampleStep(4));
  const told = await readAll(first);
  mkdirSync(crashed);
  for (const name of ["state.yaml", "journal.db", "journal.db-wal", "journal.db-shm"]) {
    copyFileSync(join(whole, name), join(crashed, name));
  }
  await first.database.close();

  for (const path of values["database-only"] ? FILES.slice(0, 2) : FILES) await damageFile(whole, path);
  await damageDatabase(whole, ["journal.db"], "journal.db", told);
  tryPlainSqlite(whole, told);
  const crash = ["journal.db", "journal.db-wal", "journal.db-shm"];
  for (const name of crash.slice(1)) await damageDatabase(crashed, crash, name, told);

  report(
    {
      title: `truncation and a flipped bit (step in bytes: ${textStride}, in the database ${stride})`,
      counts: [
        { name: "damages done", value: totals.damages },
        { name: "silently accepted", value: totals.silent, mustBe: 0 },
        { name: "damaged files not repaired", value: totals.notRestored, mustBe: 0 },
        { name: "of these, in insignificant bytes (same content)", value: totals.harmless },
      ],
      controls: [
        {
          name: "intact files raise no alarm",
          holds: totals.falseAlarms === 0,
          shown: `${totals.falseAlarms}`,
        },
        {
          name: "a plain YAML reader accepts many truncations",
          holds: naive.yaml > naive.yamlTried / 5,
          shown: `${naive.yaml}/${naive.yamlTried}`,
        },
        {
          name: "plain SQLite accepts some flipped pages",
          holds: naive.pages === 3,
          shown: `${naive.pages}/3`,
        },
        { name: "plain SQLite accepts a truncated log", holds: naive.log > 0, shown: `${naive.log}` },
      ],
    },
    details,
  );
} finally {
  rmSync(home, { recursive: true });
}

/**
 * A file for people: every truncation and flip must be detected by reading it or by comparing it with the database.
 */
async function damageFile(folder: string, path: string): Promise<void> {
  const file = join(folder, path);
  const good = readFileSync(file);
  const everything = await openAll(folder);
  const findings = async () => [
    ...(await everything.sessions.repairFiles()),
    ...(await everything.attempts.repairFiles()),
    ...(await everything.reviews.repairFiles()),
    ...(await everything.escalations.repairFiles()),
  ];
  const before = { ...totals };
  totals.falseAlarms += (await findings()).length;
  for (const { bytes, name } of damages(good, textStride)) {
    writeFileSync(file, bytes);
    totals.damages += 1;
    const read =
      path.endsWith(".yaml") && !path.endsWith("history.yaml")
        ? await everything.exports.readYaml(path)
        : null;
    if (read?.status === "ok") fail("silent", `${path} ${name}`);
    if (path !== "state.yaml") {
      const found = (await findings()).find((finding) => finding.path === path);
      if (found === undefined) fail("silent", `${path} ${name}: no finding`);
      if (found?.found !== "edited" && !readFileSync(file).equals(good))
        fail("notRestored", `${path} ${name}`);
    }
    if (name.startsWith("cut") && path.endsWith(".yaml")) tryPlainYaml(bytes, good);
  }
  writeFileSync(file, good);
  await everything.database.close();
  progress(path, before.damages);
}

/** The database: what is read afterwards must be the same, or the damage must be reported. */
async function damageDatabase(
  folder: string,
  names: readonly string[],
  damaged: string,
  told: string,
): Promise<void> {
  const work = join(home, "work");
  const good = readFileSync(join(folder, damaged));
  const before = totals.damages;
  const set = (bytes: Buffer) => {
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work);
    for (const name of ["state.yaml", ...names]) cpSync(join(folder, name), join(work, name));
    writeFileSync(join(work, damaged), bytes);
  };
  set(good);
  if ((await believed(work)) !== told) totals.falseAlarms += 1;
  for (const { bytes, name } of damages(good, stride)) {
    set(bytes);
    totals.damages += 1;
    const after = await believed(work);
    if (after === told) totals.harmless += 1;
    else if (after !== null) fail("silent", `${damaged} ${name}`);
    if (damaged !== "journal.db-wal") continue;
    set(bytes);
    const plain = believedByPlainSqlite(work);
    if (plain !== null && plain !== believedTell(told)) naive.log += 1;
  }
  progress(`${damaged}${names.length > 1 ? " (after a crash)" : ""}`, before);
}

/** Control: a bit flipped in each stored step, wherever its text is; the stride may miss all of these bytes. */
function tryPlainSqlite(folder: string, told: string): void {
  const work = join(home, "work");
  for (const n of [1, 2, 3]) {
    const bytes = readFileSync(join(folder, "journal.db"));
    const [line = ""] = filling(n).split("\n");
    for (let at = bytes.indexOf(line); at !== -1; at = bytes.indexOf(line)) {
      bytes[at + line.length - 1] = (line.codePointAt(line.length - 1) ?? 0) ^ 1;
    }
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work);
    writeFileSync(join(work, "journal.db"), bytes);
    const plain = believedByPlainSqlite(work);
    if (plain !== null && plain !== believedTell(told)) naive.pages += 1;
  }
}

/** What is read from a folder, or null if the damage was reported. */
async function believed(folder: string): Promise<string | null> {
  try {
    const everything = await openAll(folder);
    try {
      const text = await readAll(everything);
      return everything.recovered.length > 0 ? null : text;
    } finally {
      await everything.database.close();
    }
  } catch {
    return null;
  }
}

function believedTell(told: string): string {
  return JSON.stringify([JSON.parse(told)[3], JSON.parse(told)[7]]);
}

/** Control: the same records without checks of any kind. */
function believedByPlainSqlite(folder: string): string | null {
  try {
    const connection = new DatabaseSync(join(folder, "journal.db"));
    try {
      const rows = (sql: string) =>
        connection
          .prepare(sql)
          .all()
          .map((row) => JSON.parse(String(row.data)));
      return JSON.stringify([
        rows("SELECT data FROM session_steps ORDER BY seq"),
        rows("SELECT data FROM reviews"),
      ]);
    } finally {
      connection.close();
    }
  } catch {
    return null;
  }
}

function tryPlainYaml(bytes: Buffer, good: Buffer): void {
  naive.yamlTried += 1;
  try {
    const data = parse(bytes.toString(), { logLevel: "error" });
    if (!isDeepStrictEqual(data, parse(good.toString(), { logLevel: "error" }))) naive.yaml += 1;
  } catch {
    return;
  }
}

function* damages(good: Buffer, step: number): Generator<{ bytes: Buffer; name: string }> {
  for (let length = 0; length < good.length; length += step) {
    yield { bytes: good.subarray(0, length), name: `cut at ${length}` };
  }
  for (let position = 0; position < good.length; position += step) {
    for (let bit = 0; bit < bitsPerByte; bit += 1) {
      const bytes = Buffer.from(good);
      const mask = 1 << ((position + bit) % 8);
      bytes[position] = (bytes[position] ?? 0) ^ mask;
      yield { bytes, name: `byte ${position} ^ ${mask}` };
    }
  }
}

function fail(kind: "silent" | "notRestored", detail: string): void {
  totals[kind] += 1;
  details.push(`${kind}: ${detail}`);
}

function progress(what: string, before: number): void {
  console.log(`${what}: ${totals.damages - before} damages`);
}
