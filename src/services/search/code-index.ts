import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { ForeignFiles } from "../../domain/rules/foreign/foreign-files.ts";
import { foreignBelow } from "./foreign.ts";
import { inTransaction, openIndexDatabase } from "./index-database.ts";
import { languageOf } from "./languages.ts";
import { listFiles } from "./list-files.ts";
import { type CodeSymbol, extractSymbols } from "./symbols.ts";
import { resolveRoot } from "./walk.ts";
import { joinedName, splitWords, stem } from "./words.ts";

export interface RefreshOptions {
  readonly root: string;
  /** The existing files, if the caller knows them; otherwise found by walking the root. */
  readonly files?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface RefreshReport {
  /** The number of files in the index. */
  readonly files: number;
  readonly symbols: number;
  readonly indexed: number;
  readonly removed: number;
  readonly durationMs: number;
}

interface KnownFile {
  readonly stamp: string;
  readonly hash: string;
}

const LARGEST_FILE = 2 * 1024 * 1024;
const SNIPPET_LINES = 12;
const FILES_PER_TRANSACTION = 100;
/** A file changed this shortly before it was read may change again within the same time stamp. */
const UNSURE_MS = 2000;

/**
 * Names, documentation and words of every function and type below a folder, kept in a SQLite file. Reading it
 * needs no parser; refreshing it parses only files whose content changed.
 */
export class CodeIndex {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  readonly #redact: (text: string) => string;

  /** `redact` removes secrets from a file's text, line by line, before any of it is stored. */
  constructor(file: string, redact: (text: string) => string = (text) => text) {
    this.#redact = redact;
    this.database = openIndexDatabase(file);
  }

  close(): void {
    this.database.close();
  }

  async refresh(options: RefreshOptions): Promise<RefreshReport> {
    const started = performance.now();
    const root = resolveRoot(options.root);
    const signal = options.signal === undefined ? {} : { signal: options.signal };
    const paths = (options.files ?? (await listFiles({ root, ...signal }))).filter(
      (path) => languageOf(path) !== null && this.#redact(path) === path,
    );
    const known = this.#knownFiles();
    const foreign = foreignBelow(root);
    const removed = this.#remove(known, new Set(paths));
    let indexed = 0;
    for (let start = 0; start < paths.length; start += FILES_PER_TRANSACTION) {
      options.signal?.throwIfAborted();
      const batch = paths.slice(start, start + FILES_PER_TRANSACTION);
      // Parsed before the transaction starts, because other processes wait for the database while it runs.
      const changed = batch.flatMap(
        (path) => readIfChanged(root, path, known.get(path), this.#redact, foreign) ?? [],
      );
      if (changed.length === 0) continue;
      indexed += inTransaction(this.database, () => changed.filter((file) => this.#store(file)).length);
      await setImmediate();
    }
    const { files, symbols } = this.size();
    return { files, symbols, indexed, removed, durationMs: Math.round(performance.now() - started) };
  }

  size(): { readonly files: number; readonly symbols: number } {
    const row = this.database
      .prepare("SELECT (SELECT count(*) FROM files) AS files, (SELECT count(*) FROM symbols) AS symbols")
      .get();
    return { files: Number(row?.files), symbols: Number(row?.symbols) };
  }

  #knownFiles(): Map<string, KnownFile> {
    const rows = this.database.prepare("SELECT path, stamp, hash FROM files").all();
    return new Map(
      rows.map((row) => [String(row.path), { stamp: String(row.stamp), hash: String(row.hash) }]),
    );
  }

  #remove(known: ReadonlyMap<string, KnownFile>, present: ReadonlySet<string>): number {
    const gone = [...known].filter(([path]) => !present.has(path));
    if (gone.length === 0) return 0;
    inTransaction(this.database, () => {
      for (const [path] of gone) this.#forget(path);
    });
    return gone.length;
  }

  /** By path, because another process may have stored the file again since it was looked up. */
  #forget(path: string): void {
    for (const table of ["words", "names"]) {
      this.statement(
        `DELETE FROM ${table} WHERE rowid IN
           (SELECT s.id FROM symbols s JOIN files f ON f.id = s.file_id WHERE f.path = ?)`,
      ).run(path);
    }
    this.statement("DELETE FROM files WHERE path = ?").run(path);
  }

  /** Returns whether the content was new; if the file was only touched, the stamp is updated. */
  #store(file: ReadFile): boolean {
    if (file.symbols === null) {
      this.statement("UPDATE files SET stamp = ? WHERE path = ? AND hash = ?").run(
        file.stamp,
        file.path,
        file.hash,
      );
      return false;
    }
    this.#forget(file.path);
    const { lastInsertRowid } = this.statement("INSERT INTO files (path, stamp, hash) VALUES (?, ?, ?)").run(
      file.path,
      file.stamp,
      file.hash,
    );
    for (const symbol of file.symbols) this.#storeSymbol(Number(lastInsertRowid), file, symbol);
    return true;
  }

  #storeSymbol(fileId: number, file: ReadFile, symbol: CodeSymbol): void {
    const snippet = file.lines.slice(
      symbol.line - 1,
      Math.min(symbol.endLine, symbol.line - 1 + SNIPPET_LINES),
    );
    const place = `${file.path.replace(/\.[^.]+$/, "")} ${symbol.container}`;
    const words = [symbol.name, place, symbol.doc, symbol.signature, symbol.body].map((text) =>
      splitWords(text).map(stem),
    );
    const { lastInsertRowid } = this.statement(
      `INSERT INTO symbols (file_id, name, kind, container, line, end_line, signature, doc, snippet, body_words)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      fileId,
      symbol.name,
      symbol.kind,
      symbol.container,
      symbol.line,
      symbol.endLine,
      symbol.signature,
      symbol.doc,
      snippet.join("\n"),
      words[4]?.length ?? 0,
    );
    this.statement(
      "INSERT INTO words (rowid, name, place, doc, signature, body) VALUES (?, ?, ?, ?, ?, ?)",
    ).run(lastInsertRowid, ...words.map((each) => each.join(" ")));
    this.statement("INSERT INTO names (rowid, name) VALUES (?, ?)").run(
      lastInsertRowid,
      joinedName(symbol.name),
    );
  }

  /** Prepared once for each text. */
  statement(sql: string): StatementSync {
    const prepared = this.#statements.get(sql) ?? this.database.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

interface ReadFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly stamp: string;
  readonly hash: string;
  /** Null if the index already has this content. */
  readonly symbols: readonly CodeSymbol[] | null;
}

/** The file, or null if its stamp shows that the index already has it, or it cannot be indexed. */
function readIfChanged(
  root: string,
  path: string,
  known: KnownFile | undefined,
  redact: (text: string) => string,
  foreign: ForeignFiles,
): ReadFile | null {
  const absolute = join(root, path);
  try {
    const { mtimeMs, ctimeMs, size, ino } = lstatSync(absolute);
    const isSettled = Date.now() - Math.max(mtimeMs, ctimeMs) > UNSURE_MS;
    const stamp = `${isSettled ? "" : "unsure "}${mtimeMs} ${ctimeMs} ${size} ${ino}`;
    if (isSettled && stamp === known?.stamp) return null;
    const text = size > LARGEST_FILE ? "" : readFileSync(absolute, "utf8");
    const hash = createHash("sha256").update(text).digest("hex");
    const language = languageOf(path);
    if (hash === known?.hash || language === null) return { path, lines: [], stamp, hash, symbols: null };
    if (foreign.text(path, text) !== null) return { path, lines: [], stamp, hash, symbols: [] };
    const kept = redact(text);
    return { path, lines: kept.split("\n"), stamp, hash, symbols: extractSymbols(language, kept) };
  } catch {
    return null;
  }
}
