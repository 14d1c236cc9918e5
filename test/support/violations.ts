import { agentforge } from "./cli.ts";

export interface Found {
  readonly violation_id: string;
  readonly check_id: string;
  readonly file_path: string;
}

/** What `conformance check` currently finds in the repository. */
export async function findAll(path: string): Promise<Found[]> {
  const checked = await agentforge(path, ["conformance", "check", "--json"]);
  return checked.json.violations;
}

export async function findOne(path: string, check: string, file: string): Promise<string> {
  const found = (await findAll(path)).find((each) => each.check_id === check && each.file_path === file);
  if (!found) throw new Error(`${check} was not found in ${file}`);
  return found.violation_id;
}
