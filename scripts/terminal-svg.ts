import type { ScreenLine, Span } from "./terminal-screen.ts";

const SIZE = 14;
const ADVANCE = 8.4;
const LEADING = 20;
const MARGIN = 20;

/** Text, background, and each mark, in GitHub's light and dark colors. */
const LIGHT = {
  text: "#1f2328",
  back: "#f6f8fa",
  line: "#d1d9e0",
  dim: "#59636e",
  red: "#cf222e",
  green: "#116329",
  yellow: "#7d4e00",
  cyan: "#0550ae",
};
const DARK: typeof LIGHT = {
  text: "#e6edf3",
  back: "#0d1117",
  line: "#3d444d",
  dim: "#9198a1",
  red: "#ff7b72",
  green: "#56d364",
  yellow: "#e3b341",
  cyan: "#79c0ff",
};

/** A picture of a terminal that follows the reader's light or dark mode, without an embedded font. */
export function terminalSvg(
  lines: readonly ScreenLine[],
  options: { title: string; columns: number },
): string {
  const wrapped = lines.flatMap((line) => wrap(line, options.columns));
  const width = Math.ceil(options.columns * ADVANCE) + 2 * MARGIN;
  const height = wrapped.length * LEADING + 2 * MARGIN;
  const rows = wrapped.map((line, index) => row(line, MARGIN + index * LEADING + SIZE)).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(options.title)}</title>
<style>
text { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: ${SIZE}px; white-space: pre; }
.bold { font-weight: 600; }
${colors(LIGHT)}
@media (prefers-color-scheme: dark) {
${colors(DARK)}
}
</style>
<rect class="back" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${rows}</svg>
`;
}

function colors(palette: typeof LIGHT): string {
  const { text, back, line, ...marks } = palette;
  return [
    `text { fill: ${text}; }`,
    `.back { fill: ${back}; stroke: ${line}; }`,
    ...Object.entries(marks).map(([mark, color]) => `.${mark} { fill: ${color}; }`),
  ].join("\n");
}

/** One element per word group, with an explicit length: columns stay aligned in any font. */
function row(line: ScreenLine, y: number): string {
  let column = 0;
  return line
    .map((span) => {
      const start = column;
      column += [...span.text].length;
      return textElements(span, start, y);
    })
    .join("");
}

function textElements(span: Span, start: number, y: number): string {
  const marks = span.marks.length === 0 ? "" : ` class="${span.marks.join(" ")}"`;
  return [...span.text.matchAll(/\S+(?: \S+)*/g)]
    .map((match) => {
      const x = MARGIN + (start + [...span.text.slice(0, match.index)].length) * ADVANCE;
      const length = [...match[0]].length * ADVANCE;
      return `<text${marks} x="${x.toFixed(1)}" y="${y}" textLength="${length.toFixed(1)}">${escaped(match[0])}</text>\n`;
    })
    .join("");
}

/** Wraps long lines like a terminal. */
function wrap(line: ScreenLine, columns: number): ScreenLine[] {
  const rows: Span[][] = [[]];
  let column = 0;
  for (const { text, marks } of line) {
    for (const character of text) {
      if (column === columns) {
        rows.push([]);
        column = 0;
      }
      const current = rows.at(-1) ?? [];
      const last = current.at(-1);
      if (last?.marks === marks) current[current.length - 1] = { text: last.text + character, marks };
      else current.push({ text: character, marks });
      column += 1;
    }
  }
  return rows;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
