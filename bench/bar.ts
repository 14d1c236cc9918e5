/**
 * A bar that is not met makes a benchmark end with 1, except with `BARS=shown`, as in CI: there it depends on what else
 * the machine does. Any other failure of a benchmark decides everywhere.
 */
export function meetsBar(isMet: boolean): void {
  if (isMet) return;
  console.log("-- a bar was not met on this machine");
  if (process.env.BARS !== "shown") process.exitCode = 1;
}
