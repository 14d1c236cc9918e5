/** A valid PYTHONHASHSEED. */
export function hashSeed(seed: number): string {
  return String(Math.abs(Math.trunc(seed)) % 2 ** 32);
}

/** A different report name for every seed. */
export function artifactName(seed: number, ending: string): string {
  return `r${Number(hashSeed(seed)).toString(36)}.${ending}`;
}
