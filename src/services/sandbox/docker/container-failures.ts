import { AgentForgeError } from "../../../domain/errors.ts";
import type { Execution } from "../../../domain/ports/sandbox.ts";
import { copyFailed, copyFailedCode, programName } from "../backends/docker.ts";
import type { Plan } from "../plan/plan.ts";
import { withNotes } from "../run/results.ts";

export function cannotKeep(): AgentForgeError {
  return new AgentForgeError("unsupported", "the Docker sandbox cannot keep files that a command creates", {
    hint: "Install bubblewrap, or put the dependencies into the image.",
  });
}

export function imageMissing(image: string, program: string): AgentForgeError {
  const hint = `Run \`docker pull ${image}\`, or set sandbox.images.${programName(program)} in your settings to another image.`;
  return new AgentForgeError("sandbox_failed", `the Docker engine does not have the image ${image}`, {
    hint,
  });
}

/** `startup-problems.ts` in the testing service recognizes it. */
export function imageNote(image: string, program: string): string {
  return `It ran in the image ${image}. To use another one, set sandbox.images.${programName(program)} in your settings.`;
}

/** How a shell and Python report something that the image does not contain. */
const LACKS = /No module named|: (?:command )?not found$|version `GLIBC/m;

/** Adds the image to a failure that it may have caused. */
export function explained(execution: Execution, { notes }: Pick<Plan, "notes">): Execution {
  const { exitCode, stdout, stderr } = execution;
  const lacks = exitCode === 126 || exitCode === 127 || LACKS.test(stderr) || LACKS.test(stdout);
  return lacks ? withNotes(execution, notes) : execution;
}

/** The first lines name the cause; later ones repeat it for other files. */
const MOST_LINES = 3;

/** The container makes the copy, so a failed copy looks like a failed command. */
export function checkCopied({ exitCode, stderr }: Execution): void {
  if (exitCode !== copyFailedCode || !stderr.trimEnd().endsWith(copyFailed)) return;
  const why = stderr
    .slice(0, stderr.lastIndexOf(copyFailed))
    .trim()
    .split("\n")
    .slice(0, MOST_LINES)
    .join("; ");
  throw new AgentForgeError("sandbox_failed", `the tree could not be copied into the container: ${why}`, {
    hint: "Raise sandbox.disk_mb and sandbox.memory_mb in your settings if it is too large, or make its files readable by all users.",
  });
}
