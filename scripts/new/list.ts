export interface ListEntry {
  /** The file's name, without its extension. */
  readonly name: string;
  readonly value: string;
  /** Where the files are, relative to the list. */
  readonly from: string;
  /** The line before which the entry is inserted; its last occurrence is used. */
  readonly before: string;
}

/** The text with one more line before the last occurrence of `before`. */
export function addLine(text: string, line: string, before: string): string {
  const at = text.lastIndexOf(before);
  if (at === -1) throw new Error(`the file has no ${JSON.stringify(before)}`);
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}

/** A family's list with one more entry: its import after the others, its name in the array. */
export function addToList(text: string, { name, value, from, before }: ListEntry): string {
  const at = text.lastIndexOf(before);
  const lastImport = text.lastIndexOf("\nimport ");
  if (at === -1 || lastImport === -1) throw new Error(`the list has no ${JSON.stringify(before)}`);
  const importEnd = text.indexOf(";\n", lastImport) + 2;
  return [
    text.slice(0, importEnd),
    `import { ${value} } from "${from}/${name}.ts";\n`,
    text.slice(importEnd, at),
    `  ${value},\n`,
    text.slice(at),
  ].join("");
}
