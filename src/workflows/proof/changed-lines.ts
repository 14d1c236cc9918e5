export interface ChangedFile {
  readonly path: string;
  /** 1-based lines of the new file that were added or replaced; for a pure deletion the line it left behind. */
  readonly lines: readonly number[];
}

/** Reads a unified diff in git's form. */
export function changedLines(diff: string): ChangedFile[] {
  const files: { path: string; lines: number[] }[] = [];
  let line = 0;
  let remaining = 0;
  let deleted = false;
  for (const text of diff.split("\n")) {
    if (remaining <= 0 && text.startsWith("+++ ")) {
      files.push({ path: pathOf(text.slice(4)), lines: [] });
      continue;
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (remaining <= 0 && hunk) {
      line = Number(hunk[2]);
      remaining = Number(hunk[1] ?? 1) + Number(hunk[3] ?? 1);
      deleted = false;
      continue;
    }
    if (remaining <= 0 || text.startsWith("\\")) continue;
    const current = files.at(-1);
    if (text.startsWith("-")) {
      deleted = true;
      remaining -= 1;
    } else if (text.startsWith("+")) {
      current?.lines.push(line);
      deleted = false;
      line += 1;
      remaining -= 1;
    } else {
      if (deleted) current?.lines.push(line);
      deleted = false;
      line += 1;
      remaining -= 2;
    }
  }
  return files.filter((file) => file.path !== "/dev/null");
}

function pathOf(header: string): string {
  const path = header.replace(/\t.*$/, "");
  if (path === "/dev/null") return path;
  const unquoted = path.startsWith('"') ? unquote(path) : path;
  return unquoted.replace(/^b\//, "");
}

/** git quotes odd names as C strings with octal bytes. */
function unquote(quoted: string): string {
  const bytes: number[] = [];
  const body = quoted.slice(1, -1);
  const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" };
  for (let index = 0; index < body.length; index += 1) {
    const octal = /^\\([0-7]{3})/.exec(body.slice(index, index + 4));
    if (octal) {
      bytes.push(Number.parseInt(octal[1] ?? "0", 8));
      index += 3;
    } else if (body[index] === "\\") {
      index += 1;
      const character = body[index] ?? "";
      bytes.push((escapes[character] ?? character).charCodeAt(0));
    } else {
      bytes.push(...new TextEncoder().encode(body[index] ?? ""));
    }
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}
