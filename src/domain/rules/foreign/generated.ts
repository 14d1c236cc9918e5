const MINIFIED_NAME = /[.-]min\.(?:[cm]?js|css)$|\.bundle\.js$|\.(?:[cm]?js|css)\.map$/;
const GENERATED_NAME = /(?:_pb2(?:_grpc)?\.pyi?|\.pb\.(?:go|cc|h)|_pb\.[jt]s|\.g\.dart)$/;

/** The kind of a generated file, by its name; null for other names. */
export function whyGeneratedName(path: string): string | null {
  if (MINIFIED_NAME.test(path)) return "minified";
  return GENERATED_NAME.test(path) ? "generated" : null;
}

/** Where generators and minifiers leave their mark. */
const HEAD_CHARACTERS = 4096;
const HEAD_LINES = 30;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|--|;|<!--|""")/;
const MARK =
  /@generated\b|\bcode generated\b.*\bdo not edit\b|(?:\b|auto)generated\b.*\bdo not (?:edit|modify|change)\b/i;

const MINIFIABLE = /\.(?:[cm]?js|css)$/;
const MINIFIED_CHARACTERS = 5000;
const MINIFIED_LINE = 500;

/** The same by its text: a marker in a comment at the top, or lines that nobody writes by hand. */
export function whyGeneratedText(path: string, text: string): string | null {
  const head = text.slice(0, HEAD_CHARACTERS).split("\n", HEAD_LINES);
  if (head.some((line) => COMMENT.test(line) && MARK.test(line))) return "generated";
  if (!MINIFIABLE.test(path) || text.length < MINIFIED_CHARACTERS) return null;
  return text.length / countLines(text) > MINIFIED_LINE ? "minified" : null;
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < text.length - 1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
