/** Turns chunks into lines that a consumer takes at its own pace. Ends when told; a last partial line counts. */
export class LineQueue implements AsyncIterable<string> {
  readonly #decoder = new TextDecoder();
  readonly #ready: string[] = [];
  readonly #waiting: ((result: IteratorResult<string>) => void)[] = [];
  #rest = "";
  #ended = false;

  push(chunk: Uint8Array): void {
    const parts = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split("\n");
    this.#rest = parts.pop() ?? "";
    for (const line of parts) this.#offer(line.endsWith("\r") ? line.slice(0, -1) : line);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#rest !== "") this.#offer(this.#rest);
    this.#rest = "";
    for (const resolve of this.#waiting.splice(0)) resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): AsyncIterator<string> {
    return { next: () => this.#next() };
  }

  #offer(line: string): void {
    const resolve = this.#waiting.shift();
    if (resolve === undefined) this.#ready.push(line);
    else resolve({ done: false, value: line });
  }

  #next(): Promise<IteratorResult<string>> {
    const line = this.#ready.shift();
    if (line !== undefined) return Promise.resolve({ done: false, value: line });
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
