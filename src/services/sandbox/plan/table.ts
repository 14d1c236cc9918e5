/** One line of a table of mounts, which `mount -a -T` carries out in a single process. */
export interface TableLine {
  readonly source: string;
  readonly at: string;
  readonly type: string;
  readonly options: string;
}

/** In the form of fstab(5): blanks and backslashes in paths are written in octal. */
export function mountTable(lines: readonly TableLine[]): string {
  return lines
    .map(({ source, at, type, options }) => `${field(source)} ${field(at)} ${type} ${options} 0 0\n`)
    .join("");
}

function field(path: string): string {
  return path.replace(/[\s\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`);
}

/** Whether a path may appear in a list of words that the shell splits: it contains no shell syntax. */
export function isPlainWord(path: string): boolean {
  return /^[\w./@+:,=-]+$/.test(path) && !path.startsWith("-");
}
