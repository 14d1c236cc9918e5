import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { useOwnTemporary } from "./temporary.ts";

/**
 * Builds the program once for all end-to-end tests, which run it like a user, and gives all tests a temporary folder
 * that is removed with them.
 */
export function setup(): () => void {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  execFileSync("rolldown", ["-c"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  return useOwnTemporary();
}
