import { protectionOf } from "./protected-names.ts";
import { PathRefused } from "./refusal.ts";
import { skeleton } from "./skeleton.ts";

export type Access = "read" | "write";

/**
 * The components of a path that a brain, a patch or a plan named, or `PathRefused`. Decides by the text
 * alone; the disk (links above all) is checked while walking. `root` is absolute; a path below it is also
 * accepted in absolute form. `isListed`: git lists a file with exactly this name, so it is neither a pattern
 * nor a look-alike of another one; protected paths stay protected.
 */
export function repositoryPath(
  root: string,
  path: string,
  access: Access,
  isListed = false,
): readonly string[] {
  if (isListed) refuseBroken(path);
  else refuseText(path);
  const names = normalize(root, path);
  for (const name of names) {
    refuseLong(path, name);
    if (!isListed) refuseName(path, name);
    refuseProtected(path, name, access);
  }
  if (Buffer.byteLength(root) + Buffer.byteLength(path) > 4000) {
    throw new PathRefused("too-long", path, "no file system accepts a path of that length");
  }
  return names;
}

function refuseText(path: string): void {
  // none of the rules below refuses such a path
  if (/^[\w./-]+$/.test(path)) return;
  if (path === "") throw new PathRefused("empty", path, "there is no name");
  if (!path.isWellFormed() || /[\p{Cc}\p{Zl}\p{Zp}\uFFFD]/u.test(path)) {
    throw new PathRefused("encoding", path, "it contains control characters or broken text");
  }
  if (/[\p{Bidi_Control}\u200B-\u200D\u2060\uFEFF\u00AD\u{E0000}-\u{E007F}]/u.test(path)) {
    throw new PathRefused("look-alike", path, "it contains invisible characters");
  }
  if (path.includes("\\")) throw new PathRefused("encoding", path, "it contains a backslash");
  if (/[\u2044\u2215\u29F8\u29F5\uFE68\uFF0F\uFF3C]/u.test(path)) {
    throw new PathRefused("look-alike", path, "it contains a look-alike of a slash");
  }
  if (/%(?:25)*(?:2e|2f|5c|0[0-9a-f]|1[0-9a-f]|7f|c0|c1|e0)/i.test(path)) {
    throw new PathRefused("encoding", path, "it contains an encoded dot, slash or control character");
  }
  if (/[*?<>|":]/.test(path)) {
    throw new PathRefused("pattern", path, 'it contains one of the characters * ? < > | " :');
  }
  if (/^(?:~|\$\{|\$\(|\$[A-Z_]+(?:\/|$))/.test(path) || path.startsWith("`")) {
    throw new PathRefused("pattern", path, "it starts with something a shell would expand");
  }
}

/** Bytes that are not text: the name in memory differs from the name on disk. */
function refuseBroken(path: string): void {
  if (!path.isWellFormed() || path.includes("\uFFFD") || path.includes("\0"))
    throw new PathRefused("encoding", path, "it contains control characters or broken text");
}

function normalize(root: string, path: string): readonly string[] {
  const top = root.endsWith("/") ? root : `${root}/`;
  if (path.startsWith("/") && !path.startsWith(top)) {
    throw new PathRefused("outside", path, "it is outside the repository");
  }
  if (path.endsWith("/")) throw new PathRefused("not-a-file", path, "it names a folder");
  const names: string[] = [];
  for (const name of (path.startsWith("/") ? path.slice(top.length) : path).split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined)
      throw new PathRefused("outside", path, "it leads out of the repository");
  }
  if (names.length === 0) throw new PathRefused("empty", path, "it names the repository itself");
  return names;
}

const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

function refuseLong(path: string, name: string): void {
  if (Buffer.byteLength(name) > 255)
    throw new PathRefused("too-long", path, "a name is longer than 255 bytes");
}

function refuseName(path: string, name: string): void {
  const compatible = /^[\w.-]+$/.test(name) ? name : name.normalize("NFKC");
  if (/^[. ]*$/.test(compatible.replace(/[․‧·]/g, "."))) {
    throw new PathRefused("look-alike", path, "a name consists of dots");
  }
  if (compatible !== name && /[/\\:*?<>|"]/.test(compatible)) {
    throw new PathRefused("look-alike", path, "a name contains a look-alike of a separator");
  }
  if (/^ |[. ]$/.test(compatible))
    throw new PathRefused("reserved-name", path, "a name ends in a dot or a space");
  if (deviceName.test(compatible))
    throw new PathRefused("reserved-name", path, "a name is reserved for a device");
  if (/^[^.~]{1,6}~\d+(?:\.[^.]{0,3})?$/.test(compatible)) {
    throw new PathRefused("reserved-name", path, "a name is the short form of another name");
  }
}

function refuseProtected(path: string, name: string, access: Access): void {
  const protection = protectionOf(skeleton(name), access);
  if (protection !== null) throw new PathRefused(protection.rule, path, `${name}: ${protection.why}`);
}
