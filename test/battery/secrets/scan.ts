import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Something that left the process, and where it went. */
export interface Outlet {
  readonly exit: string;
  readonly place: string;
  readonly text: string;
}

/** Copies of the user's own files, which need the real bytes: attempts, the copy a person edits, rollback backups. */
const COPIES = /^(?:attempts|desks|backups)\//;

/** Every file of a state folder as text, and every row of its databases. */
export function stateOutlets(folder: string): Outlet[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const path = join(folder, name);
    if (!statSync(path).isFile() || COPIES.test(name)) return [];
    const bytes = readFileSync(path);
    const place = relative(folder, path);
    const plain = {
      exit: exitOf(place),
      place,
      text: `${place}\n${bytes.toString("latin1")}\n${bytes.toString("utf8")}`,
    };
    return name.endsWith(".db") ? [plain, ...rows(path, place)] : [plain];
  });
}

function exitOf(place: string): string {
  if (/^journal\.db/.test(place)) return "database";
  return place.includes("/") ? (place.split("/")[0] ?? place) : "state";
}

function rows(path: string, place: string): Outlet[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'words*' AND name NOT GLOB 'names*' AND name NOT GLOB 'word_*'",
      )
      .all();
    return tables.map(({ name }) => ({
      exit: place === "journal.db" ? "database" : "index",
      place: `${place}:${name}`,
      text: database
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .map((row) => Object.values(row).map(String).join("\n"))
        .join("\n"),
    }));
  } finally {
    database.close();
  }
}

/** Files and folders that others can read. */
export function openToOthers(folder: string): string[] {
  const shared = /^(?:contracts|config\.yaml|harness\.json)/;
  const names = ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })];
  return names.filter((name) => {
    if (COPIES.test(name) || shared.test(name)) return false;
    return (statSync(join(folder, name)).mode & 0o077) !== 0;
  });
}

export interface Leak {
  readonly kind: string;
  readonly exit: string;
  readonly place: string;
}

/** Where a secret occurs: verbatim, encoded, or inside something encoded. */
export function findLeaks(
  outlets: readonly Outlet[],
  secrets: readonly { readonly kind: string; readonly value: string }[],
): Leak[] {
  return outlets.flatMap((outlet) => {
    const text = `${outlet.text}\n${decoded(outlet.text)}`;
    return secrets
      .filter(({ value }) => formsOf(value).some((form) => text.includes(form)))
      .map(({ kind }) => ({ kind, exit: outlet.exit, place: outlet.place }));
  });
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  return [
    value,
    encodeURIComponent(value),
    bytes.toString("hex"),
    bytes.toString("base64"),
    JSON.stringify(value).slice(1, -1),
  ];
}

/** Decodes every long run of base64 in a text. */
function decoded(text: string): string {
  return [...text.matchAll(/[A-Za-z0-9+/]{40,}={0,2}/g)]
    .map(([run]) => Buffer.from(run, "base64").toString("latin1"))
    .join("\n");
}
