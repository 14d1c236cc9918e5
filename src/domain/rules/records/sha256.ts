/**
 * SHA-256 of a text, in hexadecimal. Only for the hook: loading `node:crypto` takes a quarter of the run time
 * of a Node process, and a hook starts at every tool call. All other code uses `node:crypto`. Optimized for
 * code that runs once: plain variables, no arrays inside the rounds.
 */
export function sha256(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text.toWellFormed()));
  const state = new Int32Array(FIRST);
  const schedule = new Int32Array(64);
  for (let start = 0; start < words.length; start += 16) {
    schedule.set(words.subarray(start, start + 16));
    extend(schedule);
    compress(state, schedule);
  }
  let result = "";
  for (const word of state) result += (word >>> 0).toString(16).padStart(8, "0");
  return result;
}

function paddedWords(bytes: Uint8Array): Int32Array {
  const { length: end } = bytes;
  const padded = new DataView(new ArrayBuffer((((end + 8) >> 6) + 1) * 64));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(end, 0x80);
  padded.setUint32(padded.byteLength - 8, Math.floor(end / 0x20000000));
  padded.setUint32(padded.byteLength - 4, end << 3);
  const words = new Int32Array(padded.byteLength / 4);
  for (let at = 0; at < words.length; at += 1) words[at] = padded.getInt32(at * 4);
  return words;
}

function extend(schedule: Int32Array): void {
  for (let at = 16; at < 64; at += 1) {
    const a = schedule[at - 15] as number;
    const b = schedule[at - 2] as number;
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
    schedule[at] = (schedule[at - 16] as number) + s0 + (schedule[at - 7] as number) + s1;
  }
}

function compress(state: Int32Array, schedule: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    ...[number, number, number, number, number, number, number, number],
  ];
  for (let round = 0; round < 64; round += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[round] as number) + (schedule[round] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const sums = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at += 1) state[at] = (state[at] as number) + (sums[at] as number);
}

/** The standard's constants: bits of the square and cube roots of the first primes. */
const FIRST = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];
const ROUNDS = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
];
