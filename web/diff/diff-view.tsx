import { memo, useEffect, useId, useMemo, useRef, useState } from "react";
import type { DiffFile } from "../../src/hosts/http/api/reviews.ts";
import { Badge } from "../parts/basics.tsx";
import { Shown } from "../parts/shown.tsx";
import { DiffRows } from "./diff-rows.tsx";
import type { LineNotes } from "./line-notes.ts";
import { type Layout, type Row, rowsOf } from "./rows.ts";

/** A file with more rows than this is collapsed until the reader opens it. */
const FOLDED_ABOVE = 600;
/** Rows that are rendered together, when they come near the viewport. */
const CHUNK = 100;
const ROW_HEIGHT = 20;

interface DiffViewProps {
  readonly files: readonly DiffFile[];
  readonly layout: Layout;
  /** Annotations of lines; null for a read-only diff. */
  readonly notes: LineNotes | null;
}

/** The changed files, one below the other. */
export function DiffView({ files, layout, notes }: DiffViewProps) {
  if (files.length === 0) return <p className="muted">The change has no files.</p>;
  return (
    <div className={`diff ${layout}`}>
      {files.map((file) => (
        <FileDiff key={file.path} file={file} layout={layout} notes={notes} />
      ))}
    </div>
  );
}

function FileDiff({ file, layout, notes }: { readonly file: DiffFile } & Omit<DiffViewProps, "files">) {
  const rows = useMemo(() => rowsOf(file, layout), [file, layout]);
  const [isOpen, setOpen] = useState(rows.length <= FOLDED_ABOVE);
  const body = useId();
  return (
    <section className="file" aria-label={file.path}>
      <h3 className="file-head">
        <button type="button" aria-expanded={isOpen} aria-controls={body} onClick={() => setOpen(!isOpen)}>
          <span className="path">
            <Shown text={file.path} name />
          </span>
          <FileMarks file={file} />
          <span className="stat" role="img" aria-label={`${file.added} lines added, ${file.removed} removed`}>
            <span className="plus">+{file.added}</span> <span className="minus">−{file.removed}</span>
          </span>
        </button>
      </h3>
      <div id={body} hidden={!isOpen}>
        {isOpen && <FileBody file={file} rows={rows} layout={layout} notes={notes} />}
      </div>
      {!isOpen && rows.length > FOLDED_ABOVE && (
        <p className="folded muted">
          {rows.length.toLocaleString("en")} lines, collapsed. Expand the file to read them.
        </p>
      )}
    </section>
  );
}

function FileMarks({ file: { status, mode, binary } }: { readonly file: DiffFile }) {
  return (
    <>
      {status !== "changed" && <Badge tone={status === "added" ? "good" : "bad"}>{status}</Badge>}
      {binary && <Badge>binary</Badge>}
      {mode !== null && (
        <Badge tone="warn">
          mode {mode.before} → {mode.after}
        </Badge>
      )}
    </>
  );
}

interface FileBodyProps extends Omit<DiffViewProps, "files"> {
  readonly file: DiffFile;
  readonly rows: readonly Row[];
}

function FileBody({ file, rows, layout, notes }: FileBodyProps) {
  const chunks = useMemo(() => {
    const starts = Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) => index * CHUNK);
    return starts.map((start) => ({ start, rows: rows.slice(start, start + CHUNK) }));
  }, [rows]);
  if (file.binary) return <p className="folded muted">Binary file, not shown.</p>;
  if (chunks.length === 0) return <p className="folded muted">No lines changed.</p>;
  return chunks.map((chunk) => (
    <Chunk
      key={chunk.start}
      path={file.path}
      rows={chunk.rows}
      layout={layout}
      notes={notes}
      first={chunk.start === 0}
    />
  ));
}

interface ChunkProps extends Omit<DiffViewProps, "files"> {
  readonly path: string;
  readonly rows: readonly Row[];
  readonly first: boolean;
}

/** A chunk of rows; a placeholder of about the same height until it comes near the viewport. */
const Chunk = memo(function Chunk({ path, rows, layout, notes, first }: ChunkProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(first);
  useEffect(() => {
    if (isNear || place.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: "1500px" },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  if (!isNear) return <div ref={place} style={{ height: rows.length * ROW_HEIGHT }} />;
  return <DiffRows path={path} rows={rows} layout={layout} notes={notes} />;
});
