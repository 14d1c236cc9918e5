/** What Python takes as a seed of its hashes. */
export function hashSeed(seed: number): string {
  return String(Math.abs(Math.trunc(seed)) % 2 ** 32);
}

/** Another name of the report for every seed. */
export function artefactName(seed: number, ending: string): string {
  return `r${Number(hashSeed(seed)).toString(36)}.${ending}`;
}
