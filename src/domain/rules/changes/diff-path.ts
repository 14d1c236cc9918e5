/** The path that the `---` or `+++` line of a unified diff names, without git's `a/` or `b/`. */
export function pathInHeader(header: string): string {
  const path = header.replace(/\t.*$/, "");
  if (path === "/dev/null") return path;
  const unquoted = path.startsWith('"') ? unquote(path) : path;
  return unquoted.replace(/^[ab]\//, "");
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
