import { Shown } from "../parts/shown.tsx";

const KINDS: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "@": "hunk" };
const HEADERS = /^(?:diff |index |--- |\+\+\+ |new file|deleted file|old mode|new mode|similarity|rename)/;
const MOST_LINES = 400;

/** A short diff as git prints it, without its headers. */
export function PlainDiff({ text }: { readonly text: string }) {
  const lines = text.split("\n").filter((line) => line !== "" && !HEADERS.test(line));
  return (
    <pre className="plain-diff">
      {lines.slice(0, MOST_LINES).map((line, index) => (
        <span key={index} className={KINDS[line[0] ?? ""]}>
          <Shown text={line} />
          {"\n"}
        </span>
      ))}
      {lines.length > MOST_LINES && `… ${lines.length - MOST_LINES} more lines`}
    </pre>
  );
}
