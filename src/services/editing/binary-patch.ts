import { deflateSync } from "node:zlib";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
const LINE_BYTES = 52;

/** The two versions of a file in the text form that `git apply` reads. */
export function binaryPatch(before: Uint8Array, after: Uint8Array): string {
  return `GIT binary patch\n${literal(after)}\n${literal(before)}\n`;
}

function literal(bytes: Uint8Array): string {
  const packed = deflateSync(bytes);
  const lines: string[] = [];
  for (let at = 0; at < packed.length; at += LINE_BYTES)
    lines.push(encodeLine(packed.subarray(at, at + LINE_BYTES)));
  return `literal ${bytes.length}\n${lines.join("\n")}\n`;
}

/** The count of bytes as a letter (A to Z, a to z), then five digits for every four bytes. */
function encodeLine(bytes: Buffer): string {
  const count = String.fromCharCode(bytes.length <= 26 ? bytes.length + 64 : bytes.length + 70);
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    let value = 0;
    for (let offset = 0; offset < 4; offset += 1) value = value * 256 + (bytes[at + offset] ?? 0);
    let digits = "";
    for (let digit = 0; digit < 5; digit += 1) {
      digits = DIGITS.charAt(value % 85) + digits;
      value = Math.floor(value / 85);
    }
    text += digits;
  }
  return count + text;
}
