const ITEM = /^( *)-\s+(?:(["'])(\/[^"'\\]*)\2|(\/[^#:"'\\]*?))\s*(?:\s#.*)?$/;

/**
 * The `trusted_repositories` in the text of a user's `config.yaml`, for a hook, which has no YAML reader.
 * Only a plain list is supported, one path per line; anything else trusts nothing.
 */
export function trustedRepositoriesIn(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const heads = lines.flatMap((line, index) =>
    /^trusted_repositories:\s*(?:#.*)?$/.test(line) ? [index] : [],
  );
  const [head, ...more] = heads;
  if (head === undefined || more.length > 0) return [];
  const paths: string[] = [];
  let indent: string | null = null;
  for (const line of lines.slice(head + 1)) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const match = ITEM.exec(line);
    if (match === null) return /^[^\s-]/.test(line) ? paths : [];
    indent ??= match[1] ?? "";
    if (match[1] !== indent) return [];
    paths.push(match[3] ?? match[4] ?? "");
  }
  return paths;
}
