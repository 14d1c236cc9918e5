/**
 * Keeps the start and the end of two streams within one limit. Reading continues regardless of what is kept, so a child
 * that writes endlessly is never blocked and never fills memory.
 */
export class BoundedOutput {
  readonly #headShare: { left: number };
  readonly #tailSize: number;
  readonly stdout: BoundedStream;
  readonly stderr: BoundedStream;

  constructor(bytes: number) {
    const usable = Math.max(0, bytes - 2 * markerRoom);
    this.#tailSize = Math.floor(usable / 8);
    this.#headShare = { left: usable - 2 * this.#tailSize };
    this.stdout = new BoundedStream(this.#headShare, this.#tailSize);
    this.stderr = new BoundedStream(this.#headShare, this.#tailSize);
  }

  get truncated(): boolean {
    return this.stdout.dropped > 0 || this.stderr.dropped > 0;
  }
}

const markerRoom = 64;

export class BoundedStream {
  readonly #share: { left: number };
  readonly #tailSize: number;
  readonly #head: Buffer[] = [];
  #tail: Buffer[] = [];
  #tailLength = 0;
  dropped = 0;

  constructor(share: { left: number }, tailSize: number) {
    this.#share = share;
    this.#tailSize = tailSize;
  }

  push(chunk: Buffer): void {
    const fits = this.#tailLength === 0 ? Math.min(this.#share.left, chunk.length) : 0;
    this.#share.left -= fits;
    if (fits > 0) this.#head.push(chunk.subarray(0, fits));
    if (fits < chunk.length) this.#keepTail(chunk.subarray(fits));
  }

  text(): string {
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    if (this.dropped === 0) return Buffer.concat([head, tail]).toString("utf8");
    return `${head.toString("utf8")}\n[${this.dropped} bytes dropped]\n${tail.toString("utf8")}`;
  }

  #keepTail(chunk: Buffer): void {
    const kept = chunk.subarray(Math.max(0, chunk.length - this.#tailSize));
    this.dropped += chunk.length - kept.length;
    if (kept.length > 0) this.#tail.push(kept);
    this.#tailLength += kept.length;
    if (this.#tailLength <= this.#tailSize * 2 && this.#tail.length < 4096) {
      this.#trim();
      return;
    }
    this.#tail = [Buffer.concat(this.#tail)];
    this.#trim();
  }

  #trim(): void {
    while (this.#tailLength > this.#tailSize) {
      const first = this.#tail[0];
      if (first === undefined) return;
      const excess = this.#tailLength - this.#tailSize;
      const cut = Math.min(excess, first.length);
      this.dropped += cut;
      this.#tailLength -= cut;
      if (cut === first.length) this.#tail.shift();
      else this.#tail[0] = first.subarray(cut);
    }
  }
}
