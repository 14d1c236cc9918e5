import { isUtf8 } from "node:buffer";

/**
 * A file as the matcher sees it: lines without their endings, and the means to restore the same bytes. A file
 * with n line endings has n + 1 lines; the last one has no ending and is empty if the file ends with a line
 * ending.
 */
export interface SourceText {
  readonly lines: readonly string[];
  readonly ends: readonly string[];
  /** The most common line ending. */
  readonly eol: string;
  /** False if a character replaces a byte that cannot be decoded. */
  readonly decoded: boolean;
  /** The number of lines a person would count. */
  readonly lineCount: number;
  /** Converts the caller's text to the form of the lines. */
  adopt(text: string): string;
  encode(text: string): Uint8Array;
}

type Encoding = Pick<SourceText, "adopt" | "encode" | "decoded"> & { readonly text: string };

/** Null if the bytes are not text. */
export function readSource(bytes: Uint8Array): SourceText | null {
  const encoding = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (encoding === null) return null;
  const { lines, ends } = splitLines(encoding.text);
  return {
    lines,
    ends,
    eol: commonest(ends),
    lineCount: lines.at(-1) === "" ? lines.length - 1 : lines.length,
    decoded: encoding.decoded,
    adopt: encoding.adopt,
    encode: encoding.encode,
  };
}

const same = (text: string) => text;

function decode(bytes: Buffer): Encoding | null {
  if (bytes.length % 2 === 0 && bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes, false);
  if (bytes.length % 2 === 0 && bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes, true);
  if (bytes.includes(0)) return null;
  if (!isUtf8(bytes)) return byteByByte(bytes);
  const mark = bytes.subarray(0, 3).equals(UTF8_MARK) ? UTF8_MARK : Buffer.alloc(0);
  return {
    text: bytes.toString("utf8", mark.length),
    decoded: true,
    adopt: same,
    encode: (text) => Buffer.concat([mark, Buffer.from(text, "utf8")]),
  };
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function utf16(bytes: Buffer, bigEndian: boolean): Encoding {
  const turn = (buffer: Buffer) => (bigEndian ? buffer.swap16() : buffer);
  return {
    text: turn(Buffer.from(bytes.subarray(2))).toString("utf16le"),
    decoded: true,
    adopt: same,
    encode: (text) => Buffer.concat([bytes.subarray(0, 2), turn(Buffer.from(text, "utf16le"))]),
  };
}

/** One character per byte, so that undecodable bytes survive; the caller's text becomes its UTF-8 bytes. */
function byteByByte(bytes: Buffer): Encoding {
  return {
    text: bytes.toString("latin1"),
    decoded: false,
    adopt: (text) => Buffer.from(text, "utf8").toString("latin1"),
    encode: (text) => Buffer.from(text, "latin1"),
  };
}

function splitLines(text: string): { lines: string[]; ends: string[] } {
  const lines: string[] = [];
  const ends: string[] = [];
  const bareReturns = !text.includes("\n") && text.includes("\r");
  const separator = bareReturns ? "\r" : "\n";
  let start = 0;
  for (;;) {
    const at = text.indexOf(separator, start);
    if (at === -1) break;
    const carriage = !bareReturns && at > start && text.charCodeAt(at - 1) === 13;
    lines.push(text.slice(start, carriage ? at - 1 : at));
    ends.push(carriage ? "\r\n" : separator);
    start = at + 1;
  }
  lines.push(text.slice(start));
  ends.push("");
  return { lines, ends };
}

function commonest(ends: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const end of ends) if (end !== "") counts.set(end, (counts.get(end) ?? 0) + 1);
  let best = "\n";
  for (const [end, count] of counts) if (count > (counts.get(best) ?? 0)) best = end;
  return best;
}
