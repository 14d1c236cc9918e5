import type { Context } from "../../propose/context.ts";
import type { Change } from "../../syntax/change.ts";
import { before } from "../slip.ts";

/** What has to be added so that the file imports a name; nothing if it does. */
export function importing(module: string, name: string, { source }: Context): readonly Change[] {
  if (new RegExp(`^from ${module} import .*\\b${name}\\b`, "m").test(source)) return [];
  const line = `from ${module} import ${name}\n`;
  const imports = [...source.matchAll(/^(?:import|from) .+\n/gm)];
  const last = imports.at(-1);
  if (last !== undefined) return [before(last.index + last[0].length, line)];
  return [before(/^(?:"""[\s\S]*?"""\s*\n|#.*\n|\n)*/.exec(source)?.[0].length ?? 0, `${line}\n\n`)];
}
