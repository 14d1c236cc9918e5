/**
 * The tool a model means. Models write `functions.read_file`, `default_api.read_file`, `Read_File` or
 * `read_file<|channel|>json`; such a name is accepted if it matches exactly one tool; otherwise it is left unchanged.
 */
export function toolNamed(written: string, names: readonly string[]): string {
  if (names.includes(written)) return written;
  const bare = written.replace(/<\|.*$/s, "").trim();
  const readings = [bare, bare.split(/[.:/]|__/).at(-1) ?? ""].map(letters);
  const fitting = names.filter((name) => readings.includes(letters(name)));
  return fitting.length === 1 && fitting[0] !== undefined ? fitting[0] : written;
}

/** Providers reject a conversation that contains any other tool name, even one the model made up. */
export function possibleName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
}

function letters(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
