import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Increase it when the tables or their content change: an older index is discarded and rebuilt. */
const VERSION = 2;

const SCHEMA = `
  CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    stamp TEXT NOT NULL,
    hash TEXT NOT NULL
  );
  CREATE TABLE symbols (
    id INTEGER PRIMARY KEY,
    file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    container TEXT NOT NULL,
    line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    signature TEXT NOT NULL,
    doc TEXT NOT NULL,
    snippet TEXT NOT NULL,
    body_words INTEGER NOT NULL
  );
  CREATE INDEX symbols_by_file ON symbols(file_id);
  CREATE INDEX symbols_by_name ON symbols(name);
  CREATE TABLE vectors (
    symbol_id INTEGER NOT NULL REFERENCES symbols(id) ON DELETE CASCADE,
    provider TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (symbol_id, provider)
  );
  CREATE VIRTUAL TABLE words USING fts5(
    name, place, doc, signature, body,
    content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0'
  );
  CREATE VIRTUAL TABLE word_places USING fts5vocab(words, instance);
  CREATE VIRTUAL TABLE word_counts USING fts5vocab(words, row);
  CREATE VIRTUAL TABLE names USING fts5(name, content='', contentless_delete=1, tokenize='trigram');
`;

/** The index is a cache: a damaged one, or one of another version, is replaced by an empty one. */
export function openIndexDatabase(file: string): DatabaseSync {
  if (file !== ":memory:") {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, "a", 0o600));
  }
  try {
    return prepare(new DatabaseSync(file, { timeout: 5000 }));
  } catch (error) {
    if (file === ":memory:" || !isDamaged(error)) throw error;
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    return prepare(new DatabaseSync(file, { timeout: 5000 }));
  }
}

export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function prepare(database: DatabaseSync): DatabaseSync {
  try {
    database.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON");
    inTransaction(database, () => {
      const version = database.prepare("PRAGMA user_version").get()?.user_version;
      if (version === VERSION) return;
      for (const table of ["word_places", "word_counts", "words", "names", "vectors", "symbols", "files"]) {
        database.exec(`DROP TABLE IF EXISTS ${table}`);
      }
      database.exec(`${SCHEMA} PRAGMA user_version = ${VERSION}`);
    });
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
function isDamaged(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode ?? 0;
  return (code & 0xff) === 11 || (code & 0xff) === 26;
}
