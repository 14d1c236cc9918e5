import { parse } from "smol-toml";
import { readBounded } from "../../domain/rules/settings/bounded-data.ts";

/** The fields of a TOML file, whose shape is not checked; null if it cannot be read, which its own tool reports. */
export function readToml<Fields>(text: string): Partial<Fields> | null {
  try {
    return readBounded(text, (toml) => parse(toml)) as Partial<Fields>;
  } catch {
    return null;
  }
}
