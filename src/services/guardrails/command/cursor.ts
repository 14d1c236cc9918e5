/** Internal to the parser; `parseCommand` turns it into a result. */
export class ParseFailure extends Error {}

const MAX_DEPTH = 40;

export interface PendingHeredoc {
  readonly delimiter: string;
  readonly quoted: boolean;
  readonly stripTabs: boolean;
  fill(body: string): void;
}

/** A position in the text, with its nesting depth and the heredocs still to read. */
export class Cursor {
  readonly text: string;
  position = 0;
  depth: number;
  /** Backtracking is bounded, so no text takes long to parse. */
  private steps = 0;
  readonly heredocs: PendingHeredoc[] = [];

  constructor(text: string, depth = 0) {
    this.text = text;
    this.depth = depth;
  }

  get done(): boolean {
    return this.position >= this.text.length;
  }

  peek(offset = 0): string {
    return this.text[this.position + offset] ?? "";
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.position);
  }

  take(count = 1): string {
    this.steps += 1;
    if (this.steps > 20 * this.text.length + 1000) this.fail("too complex");
    const taken = this.text.slice(this.position, this.position + count);
    this.position += count;
    return taken;
  }

  takeIf(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.position += text.length;
    return true;
  }

  fail(why: string): never {
    throw new ParseFailure(`${why} at character ${this.position + 1}`);
  }

  /** Runs one level deeper; nesting beyond the limit is unparsable. */
  nested<T>(work: () => T): T {
    if (this.depth >= MAX_DEPTH) this.fail("nested too deeply");
    this.depth += 1;
    const result = work();
    this.depth -= 1;
    return result;
  }

  /** Blanks, line continuations and comments, but not newlines. */
  skipBlanks(): void {
    for (;;) {
      const character = this.peek();
      if (character === " " || character === "\t") this.position += 1;
      else if (character === "\\" && this.peek(1) === "\n") this.position += 2;
      else if (character === "#" && this.atWordStart()) this.skipLine();
      else return;
    }
  }

  /** Consumes a newline and the bodies of the pending heredocs. */
  takeNewline(): boolean {
    if (this.peek() !== "\n") return false;
    this.position += 1;
    for (const heredoc of this.heredocs.splice(0)) heredoc.fill(this.readHeredoc(heredoc));
    return true;
  }

  private readHeredoc(heredoc: PendingHeredoc): string {
    const lines: string[] = [];
    while (!this.done) {
      const end = this.text.indexOf("\n", this.position);
      const raw = this.text.slice(this.position, end === -1 ? this.text.length : end);
      this.position = end === -1 ? this.text.length : end + 1;
      const line = heredoc.stripTabs ? raw.replace(/^\t+/, "") : raw;
      if (line === heredoc.delimiter) return lines.join("\n");
      lines.push(line);
    }
    return this.fail(`heredoc without its end "${heredoc.delimiter}"`);
  }

  private atWordStart(): boolean {
    return this.position === 0 || /[\s;&|()]/.test(this.text[this.position - 1] ?? "");
  }

  private skipLine(): void {
    while (!this.done && this.peek() !== "\n") this.position += 1;
  }
}
