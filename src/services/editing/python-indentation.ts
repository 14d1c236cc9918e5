/**
 * Whether every logical line of a Python text is indented as the language requires: deeper only after a line
 * that opens a block, and back only to an open level. The tree parser tolerates errors here; Python does not.
 */
export function isPythonIndented(text: string): boolean {
  const levels = [""];
  let opened = false;
  for (const line of logicalLines(text)) {
    const indent = /^[ \t\f]*/.exec(line)?.[0] ?? "";
    const current = levels.at(-1) ?? "";
    if (opened) {
      if (indent.length <= current.length || !indent.startsWith(current)) return false;
      levels.push(indent);
    } else {
      while (levels.length > 1 && levels.at(-1) !== indent) levels.pop();
      if (levels.at(-1) !== indent) return false;
    }
    opened = line.trimEnd().endsWith(":");
  }
  return !opened;
}

const STRING = /^(?:[rbfut]{0,2})("""|'''|"|')/i;

/** Lines as Python counts them: brackets, strings and backslashes join; comments and blank lines do not count. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  let depth = 0;
  let at = 0;
  const close = () => {
    if (line.trim() !== "") lines.push(line);
    line = "";
  };
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === "#") {
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end;
      continue;
    }
    if (character === '"' || character === "'") {
      at = endOfString(text, at);
      line += "s";
      continue;
    }
    if (character === "\\" && /^\\\r?\n/.test(text.slice(at, at + 3))) {
      at = text.indexOf("\n", at) + 1;
      continue;
    }
    if ("([{".includes(character)) depth += 1;
    if (")]}".includes(character)) depth = Math.max(0, depth - 1);
    if (character === "\n" && depth === 0) close();
    else if (character !== "\n" && character !== "\r") line += character;
    at += 1;
  }
  close();
  return lines;
}

function endOfString(text: string, start: number): number {
  const quote = STRING.exec(text.slice(start, start + 3))?.[1] ?? '"';
  for (let at = start + quote.length; at < text.length; at += 1) {
    if (text.charAt(at) === "\\") at += 1;
    else if (text.startsWith(quote, at)) return at + quote.length;
    else if (quote.length === 1 && text.charAt(at) === "\n") return at;
  }
  return text.length;
}
