import { Fragment, useState } from "react";
import { ranBy } from "../../src/domain/rules/proof/ran-by.ts";
import { counted } from "../../src/domain/rules/text/counted.ts";
import type { DiffHunk, DiffLine, LineEvidence } from "../../src/hosts/http/api/reviews.ts";
import { Shown, TextList } from "../parts/shown.tsx";
import { CommentRow } from "./comment-row.tsx";
import { isSamePlace, keyOf, type LineNotes, type Place } from "./line-notes.ts";
import { type Layout, piecesOf, type Row } from "./rows.ts";
import type { Segment } from "./tokenize.ts";

interface DiffRowsProps {
  readonly path: string;
  readonly rows: readonly Row[];
  readonly layout: Layout;
  readonly notes: LineNotes | null;
}

export function DiffRows({ path, rows, layout, notes }: DiffRowsProps) {
  return (
    <table className="lines">
      <colgroup>
        {layout === "split" ? (
          <>
            <col className="number" />
            <col />
            <col className="number" />
            <col className="mark" />
            <col />
          </>
        ) : (
          <>
            <col className="number" />
            <col className="number" />
            <col className="mark" />
            <col />
          </>
        )}
      </colgroup>
      <tbody>
        {rows.map((row, index) =>
          row.kind === "hunk" ? (
            <HunkRow key={index} hunk={row.hunk} layout={layout} />
          ) : (
            <LineRow key={index} row={row} path={path} layout={layout} notes={notes} />
          ),
        )}
      </tbody>
    </table>
  );
}

function HunkRow({ hunk, layout }: { readonly hunk: DiffHunk; readonly layout: Layout }) {
  return (
    <tr className="hunk">
      <td colSpan={layout === "split" ? 5 : 4}>
        Line {hunk.new_start}
        {hunk.heading !== "" && (
          <>
            {" in "}
            <Shown text={hunk.heading} />
          </>
        )}
      </td>
    </tr>
  );
}

interface LineRowProps extends Omit<DiffRowsProps, "rows"> {
  readonly row: Extract<Row, { kind: "lines" }>;
}

function LineRow({ row, path, layout, notes }: LineRowProps) {
  const [showsTests, setShowsTests] = useState(false);
  const { hunk, left, right } = row;
  const pieces = piecesOf(hunk, path);
  const old = left === null ? undefined : hunk.lines[left];
  const fresh = right === null ? undefined : hunk.lines[right];
  const places = placesOf(path, old, fresh);
  const columns = layout === "split" ? 5 : 4;
  const evidence = fresh?.new && notes?.evidence.get(keyOf({ path, line: fresh.new, side: "new" }));
  const mark = (
    <td className="mark">
      {evidence && (
        <TestMark evidence={evidence} isOpen={showsTests} toggle={() => setShowsTests(!showsTests)} />
      )}
    </td>
  );
  const number = (line: DiffLine | undefined, side: "old" | "new") => (
    <LineNumber line={line} side={side} path={path} notes={notes} />
  );
  const code = (line: DiffLine | undefined, index: number | null) => (
    <Code line={line} segments={index === null ? [] : (pieces[index] ?? [])} />
  );
  return (
    <Fragment>
      {layout === "split" ? (
        <tr className="line">
          {number(old, "old")}
          {code(old, left)}
          {number(fresh, "new")}
          {mark}
          {code(fresh, right)}
        </tr>
      ) : (
        <tr className="line">
          {number(old, "old")}
          {number(fresh, "new")}
          {mark}
          {code(fresh ?? old, right ?? left)}
        </tr>
      )}
      {showsTests && evidence && <TestsRow evidence={evidence} columns={columns} />}
      {notes &&
        places
          .filter((place) => isNoted(notes, place))
          .map((place) => <CommentRow key={keyOf(place)} place={place} notes={notes} columns={columns} />)}
    </Fragment>
  );
}

function Code({
  line,
  segments,
}: {
  readonly line: DiffLine | undefined;
  readonly segments: readonly Segment[];
}) {
  if (line === undefined) return <td className="code absent" />;
  return (
    <td className={`code ${line.kind}`}>
      <span className="sign" aria-hidden="true">
        {SIGNS[line.kind]}
      </span>
      {line.kind !== "context" && <span className="for-readers">{line.kind}: </span>}
      {segments.map(({ text, kind, marked }, index) => (
        <span key={index} className={`${kind ?? ""}${marked ? " changed-word" : ""}`.trim() || undefined}>
          <Shown text={text} />
        </span>
      ))}
      {line.no_newline === true && <span className="no-newline"> no newline at the end of the file</span>}
    </td>
  );
}

const SIGNS = { added: "+", removed: "−", context: " " } as const;

interface LineNumberProps {
  readonly line: DiffLine | undefined;
  readonly side: "old" | "new";
  readonly path: string;
  readonly notes: LineNotes | null;
}

/** The line number opens the comment editor: by mouse, or by `n` and Enter. */
function LineNumber({ line, side, path, notes }: LineNumberProps) {
  const number = line?.[side] ?? null;
  if (line === undefined || number === null) return <td className="number" />;
  const isChange = line.kind !== "context";
  if (notes === null || !notes.canComment || (side === "old" && !isChange))
    return <td className={`number ${line.kind}`}>{number}</td>;
  return (
    <td className={`number ${line.kind}`}>
      <button
        type="button"
        tabIndex={-1}
        data-change={isChange}
        aria-label={`Comment on ${side === "old" ? "old " : ""}line ${number}`}
        onClick={() => notes.startComment({ path, line: number, side })}
      >
        {number}
      </button>
    </td>
  );
}

function TestMark({
  evidence,
  isOpen,
  toggle,
}: {
  readonly evidence: LineEvidence;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}) {
  const what = `This line ${ranBy(evidence)}.`;
  if (evidence.test_count === 0)
    return (
      <span className={evidence.run ? "was-run" : "not-run"} role="img" aria-label={what} title={what} />
    );
  return (
    <button
      type="button"
      tabIndex={-1}
      className="was-run"
      aria-label={what}
      aria-expanded={isOpen}
      title={what}
      onClick={toggle}
    />
  );
}

function TestsRow({ evidence, columns }: { readonly evidence: LineEvidence; readonly columns: number }) {
  const names = evidence.tests ?? [];
  return (
    <tr className="note">
      <td colSpan={columns}>
        <strong>Run by {counted(evidence.test_count, "test")}</strong>
        <TextList texts={names} />
        {evidence.test_count > names.length && <p>and {evidence.test_count - names.length} more</p>}
      </td>
    </tr>
  );
}

function placesOf(path: string, old: DiffLine | undefined, fresh: DiffLine | undefined): Place[] {
  const places: Place[] = [];
  if (old?.kind === "removed" && old.old !== null) places.push({ path, line: old.old, side: "old" });
  if (fresh?.new) places.push({ path, line: fresh.new, side: "new" });
  return places;
}

function isNoted(notes: LineNotes, place: Place): boolean {
  return isSamePlace(notes.open, place) || notes.comments.some((comment) => isSamePlace(comment, place));
}
