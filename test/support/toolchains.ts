import { execFileSync } from "node:child_process";

/** True where the tool is absent and the test may be skipped; under CI, which has it, absence is a failure. */
export function isMissing(program: string, args: readonly string[] = ["--version"]): boolean {
  return mayLack(answers(program, args), `${program} ${args.join(" ")}`);
}

export function answers(program: string, args: readonly string[] = ["--version"]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The same for what is recognized in another way than by running a program. */
export function mayLack(isPresent: boolean, what: string): boolean {
  if (isPresent) return false;
  if (process.env.CI === "true") throw new Error(`${what} is missing on a CI machine that should have it`);
  process.stderr.write(`skipped: ${what} does not run here\n`);
  return true;
}

export const noPytest = isMissing("python3", ["-m", "pytest", "--version"]);
