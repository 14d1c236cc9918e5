import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** A file before and after a small real fix. */
export interface ReachCase {
  readonly repository: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export async function* readCases(file: string): AsyncGenerator<ReachCase> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line !== "") yield JSON.parse(line) as ReachCase;
  }
}
