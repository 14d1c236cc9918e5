import { type Paint, visible } from "../terminal.ts";

/** A unified diff for reading: file names, line numbers, and colors if enabled. */
export function renderDiff(diff: string, paint: Paint): string {
  const out: string[] = [];
  let oldLine = 0;
  let newLine = 0;
  for (const raw of diff.split("\n")) {
    const line = visible(raw);
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/.exec(line);
    if (hunk) {
      oldLine = Number(hunk[1]);
      newLine = Number(hunk[2]);
      if (hunk[3]?.trim()) out.push(paint("dim", `       …${hunk[3]}`));
    } else if (line.startsWith("+++ ")) {
      out.push(paint("bold", `  ${line.slice(4).replace(/^b\//, "")}`));
    } else if (
      /^(?:---|diff |index |new file|deleted file|old mode|new mode|similarity|rename) ?/.test(line)
    ) {
      if (line.startsWith("deleted file")) out.push(paint("red", `  ${line}`));
    } else if (line.startsWith("+")) {
      out.push(paint("green", `${String(newLine).padStart(6)} + ${line.slice(1)}`));
      newLine += 1;
    } else if (line.startsWith("-")) {
      out.push(paint("red", `${String(oldLine).padStart(6)} - ${line.slice(1)}`));
      oldLine += 1;
    } else if (line.startsWith(" ")) {
      out.push(paint("dim", `${String(newLine).padStart(6)}   ${line.slice(1)}`));
      oldLine += 1;
      newLine += 1;
    }
  }
  return out.join("\n");
}
