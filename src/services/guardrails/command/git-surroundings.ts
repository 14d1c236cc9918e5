import type { Surroundings } from "./survey.ts";

/** The usual names of branches that others build on. */
const SHARED =
  /^(?:main|master|trunk|develop|development|dev|staging|prod|production|stable|next|gh-pages|HEAD|release(?:[/-].*)?|v?\d+(?:\.\d+)*(?:\.x)?)$/i;

export function isTopic(branch: string): boolean {
  return /^[\w][\w./-]*$/.test(branch) && !SHARED.test(branch);
}

/** The checked-out branch; null if unknown. */
export function currentBranch(surroundings: Surroundings): string | null {
  return (
    /^ref: refs\/heads\/(\S+)/.exec(surroundings.text(`${gitFolder(surroundings)}/HEAD`) ?? "")?.[1] ?? null
  );
}

/** False if the last commit is on a topic branch, or is known not to have been pushed. */
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
