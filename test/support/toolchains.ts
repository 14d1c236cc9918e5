import { execFileSync } from "node:child_process";

/** True where the tool is absent and the test may be skipped; under CI, which has it, absence is a failure. */
export function isMissing(program: string, args: readonly string[] = ["--version"]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return false;
  } catch {
    if (process.env.CI === "true")
      throw new Error(`${program} is missing on a CI machine that should have it`);
    process.stderr.write(`skipped: ${program} ${args.join(" ")} does not run here\n`);
    return true;
  }
}

export const noPytest = isMissing("python3", ["-m", "pytest", "--version"]);
