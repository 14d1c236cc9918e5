import type { Surroundings } from "./survey.ts";

/** Branches that others build on, by their usual names. */
const SHARED =
  /^(?:main|master|trunk|develop|development|dev|staging|prod|production|stable|next|gh-pages|HEAD|release(?:[/-].*)?|v?\d+(?:\.\d+)*(?:\.x)?)$/i;

export function isTopic(branch: string): boolean {
  return /^[\w][\w./-]*$/.test(branch) && !SHARED.test(branch);
}

/** The branch that is checked out; null if it is not known. */
export function currentBranch(surroundings: Surroundings): string | null {
  return (
    /^ref: refs\/heads\/(\S+)/.exec(surroundings.text(`${gitFolder(surroundings)}/HEAD`) ?? "")?.[1] ?? null
  );
}

/** False if the last commit is on a topic branch, or known not to have been pushed. */
export function mayBePublished(surroundings: Surroundings): boolean {
  const branch = currentBranch(surroundings);
  if (branch === null) return true;
  if (isTopic(branch)) return false;
  const tip = surroundings.text(`.git/refs/heads/${branch}`);
  const pushed = surroundings.text(`.git/refs/remotes/origin/${branch}`);
  return tip === null || pushed === null || tip.trim() === pushed.trim();
}

function gitFolder(surroundings: Surroundings): string {
  return /^gitdir: (.+)$/m.exec(surroundings.text(".git") ?? "")?.[1]?.trim() ?? ".git";
}
