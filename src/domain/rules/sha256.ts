/**
 * SHA-256 of a text, in hexadecimal. For the hook alone: `node:crypto` takes a quarter of the time of a Node process
 * to load, and a hook is started at every tool call. Everybody else uses `node:crypto`.
 */
export function sha256(text: string): string {
  const { first, rounds } = constants();
  const words = paddedWords(new TextEncoder().encode(text.toWellFormed()));
  const state = [...first];
  const schedule = new Uint32Array(64);
  for (let start = 0; start < words.length; start += 16) {
    schedule.set(words.subarray(start, start + 16));
    for (let at = 16; at < 64; at += 1) schedule[at] = extended(schedule, at);
    compress(state, schedule, rounds);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function paddedWords(bytes: Uint8Array): Uint32Array {
  const length = (((bytes.length + 8) >> 6) + 1) * 16;
  const words = new Uint32Array(length);
  for (const [at, byte] of bytes.entries())
    words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - (at % 4) * 8));
  const end = bytes.length;
  words[end >> 2] = (words[end >> 2] ?? 0) | (0x80 << (24 - (end % 4) * 8));
  words[length - 2] = Math.floor(end / 0x20000000);
  words[length - 1] = end << 3;
  return words;
}

function extended(schedule: Uint32Array, at: number): number {
  const [a, b] = [schedule[at - 15] ?? 0, schedule[at - 2] ?? 0];
  const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
  const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
  return ((schedule[at - 16] ?? 0) + s0 + (schedule[at - 7] ?? 0) + s1) | 0;
}

function compress(state: number[], schedule: Uint32Array, rounds: readonly number[]): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < 64; round += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const choice = (e & f) ^ (~e & g);
    const one = (h + s1 + choice + (rounds[round] ?? 0) + (schedule[round] ?? 0)) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = ((state[at] ?? 0) + word) | 0;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

let known: { readonly first: readonly number[]; readonly rounds: readonly number[] } | null = null;

/** The first 32 bits of the fractional parts of square and cube roots of the first primes, as the standard has them. */
function constants() {
  if (known) return known;
  const primes: number[] = [];
  for (let candidate = 2; primes.length < 64; candidate += 1)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  const bits = (value: number) => ((value - Math.floor(value)) * 0x100000000) | 0;
  known = {
    first: primes.slice(0, 8).map((prime) => bits(Math.sqrt(prime))),
    rounds: primes.map((prime) => bits(Math.cbrt(prime))),
  };
  return known;
}
