import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Builds the program once for all end-to-end tests, which run it as a user does. */
export function setup(): void {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  execFileSync("rolldown", ["-c"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}
