import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** True if the tool is absent and the test may be skipped; in CI, which has it, absence is a failure. */
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

/** The same for something that is detected other than by running a program. */
export function mayLack(isPresent: boolean, what: string): boolean {
  if (isPresent) return false;
  if (process.env.CI === "true") throw new Error(`${what} is missing on a CI machine that should have it`);
  process.stderr.write(`skipped: ${what} does not run here\n`);
  return true;
}

/** The same for something that CI need not have either. */
function isAbsent(isPresent: boolean, what: string): boolean {
  if (!isPresent) process.stderr.write(`skipped: ${what} is not installed\n`);
  return !isPresent;
}

/** Tests download nothing, so both versions of JUnit must be in the user's local repository. */
export function isMavenAbsent(): boolean {
  const artifacts = ["org/junit/jupiter/junit-jupiter/5.10.2", "junit/junit/4.13.2"];
  const hasThem = artifacts.every((path) => existsSync(join(homedir(), ".m2/repository", path)));
  return isAbsent(hasThem && answers("mvn"), "Maven with JUnit 4.13.2 and 5.10.2 in its local repository");
}

/** Debian's Gradle, with JUnit 4 in Debian's repository of libraries. */
export function isGradleAbsent(): boolean {
  const hasLibrary = existsSync("/usr/share/maven-repo/junit/junit/4.x");
  return isAbsent(hasLibrary && answers("gradle"), "Gradle with JUnit 4 (Debian: gradle, junit4)");
}

export function isSshKeygenAbsent(): boolean {
  return isAbsent(existsSync("/usr/bin/ssh-keygen"), "ssh-keygen");
}

export const noPytest = isMissing("python3", ["-m", "pytest", "--version"]);
