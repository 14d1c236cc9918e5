const known = new Map<string, string>();

/** Numbers the `?` of a statement; a question mark inside a literal stays one. */
export function asPostgres(sql: string): string {
  const seen = known.get(sql);
  if (seen !== undefined) return seen;
  let count = 0;
  const numbered = sql.replace(/'(?:[^']|'')*'|\?/g, (part) => {
    if (part !== "?") return part;
    count += 1;
    return `$${count}`;
  });
  known.set(sql, numbered);
  return numbered;
}

/** Text is compared byte by byte, as in SQLite: the server's locale must not affect the order. */
export function asPostgresTable(sql: string): string {
  return sql.replace(/\bTEXT\b/g, 'TEXT COLLATE "C"');
}
