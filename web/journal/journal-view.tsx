import { useEffect, useState } from "react";
import type { ActivityRecord } from "../../src/domain/entities/activity.ts";
import type { JournalAnswer } from "../../src/hosts/http/api/journal.ts";
import { ask } from "../core/api.ts";
import { Link, navigate, useLocation, withQuery } from "../core/router.tsx";
import { clock } from "../core/time.ts";
import { useAnswer } from "../core/use-answer.ts";
import { useSend } from "../core/use-send.ts";
import { AnswerState, Empty } from "../parts/basics.tsx";
import { Choice } from "../parts/lists.tsx";
import { Shown } from "../parts/shown.tsx";
import { Integrity } from "./integrity.tsx";

const LIMIT = 100;
const FIELDS = ["trace", "actor", "kind", "entity", "since", "until"] as const;
type Filter = Readonly<Record<(typeof FIELDS)[number], string>>;

/** The journal, newest first. */
export function JournalView() {
  const { query } = useLocation();
  const filter = Object.fromEntries(FIELDS.map((field) => [field, query.get(field) ?? ""])) as Filter;
  const actor = (filter.actor || undefined) as "human" | "agent" | "system" | undefined;
  const until = filter.until === "" ? undefined : `${filter.until}T23:59:59.999Z`;
  const asked = { ...filter, actor, until, limit: LIMIT };
  const answer = useAnswer("listJournal", { query: asked }, ["journal"]);
  const { data } = answer;
  return (
    <div className="view">
      <div className="view-head">
        <h1>Journal</h1>
        <Integrity />
      </div>
      <Filters key={query.toString()} filter={filter} />
      <AnswerState answer={answer} />
      {data !== null && data.records.length === 0 && (
        <Empty title={query.size === 0 ? "The journal is empty" : "No records match"}>
          {query.size === 0 && <p className="muted">Every action is recorded here.</p>}
        </Empty>
      )}
      {data !== null && data.records.length > 0 && (
        <Records key={JSON.stringify(asked)} first={data} asked={asked} />
      )}
    </div>
  );
}

function Filters({ filter }: { readonly filter: Filter }) {
  const [draft, setDraft] = useState(filter);
  const apply = (next: Filter) => navigate(withQuery(next), { replace: true });
  const field = (name: (typeof FIELDS)[number], label: string, type = "text", placeholder = "") => (
    <label>
      {label}
      <input
        type={type}
        value={draft[name]}
        placeholder={placeholder}
        onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
        onBlur={() => apply(draft)}
      />
    </label>
  );
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        apply(draft);
      }}
    >
      <Choice label="Actor" value={draft.actor} choose={(actor) => apply({ ...draft, actor })}>
        <option>human</option>
        <option>agent</option>
        <option>system</option>
      </Choice>
      {field("kind", "Kind", "text", "review.approved")}
      {field("entity", "About", "text", "RV-…")}
      {field("trace", "Trace")}
      {field("since", "From", "date")}
      {field("until", "To", "date")}
      <button type="submit">Filter</button>
    </form>
  );
}

interface RecordsProps {
  readonly first: JournalAnswer;
  readonly asked: NonNullable<Parameters<typeof ask<"listJournal">>[1]>["query"];
}

function Records({ first, asked }: RecordsProps) {
  const [older, setOlder] = useState<readonly JournalAnswer[]>([]);
  const [isSending, send] = useSend();
  const [newest, setNewest] = useState(first);
  // Older records were loaded for the previous list; a new first page starts over.
  useEffect(() => {
    if (first.records[0]?.id === newest.records[0]?.id) return;
    setNewest(first);
    setOlder([]);
  }, [first, newest]);
  const next = (older.at(-1) ?? first).next;
  const more = async () => {
    const answer = await send(() => ask("listJournal", { query: { ...asked, before: next ?? undefined } }));
    if (answer !== null) setOlder([...older, answer]);
  };
  return (
    <>
      <ol className="journal">
        {[first, ...older]
          .flatMap(({ records }) => records)
          .map((record) => (
            <RecordRow key={record.id} record={record} />
          ))}
      </ol>
      {next !== null && (
        <button type="button" disabled={isSending} onClick={more}>
          Older records
        </button>
      )}
    </>
  );
}

function RecordRow({ record }: { readonly record: ActivityRecord }) {
  const by = record.metadata.by ?? record.agent_id;
  const href = record.entity_id === null ? null : entityHref(record.entity_id);
  return (
    <li>
      <time dateTime={record.timestamp}>{clock(record.timestamp)}</time>
      <span className="actor">
        {record.actor}
        {typeof by === "string" && (
          <>
            {" "}
            <Shown text={by} />
          </>
        )}
      </span>
      <details>
        <summary>
          <strong>{record.action_type}</strong>{" "}
          {record.entity_id !== null && (
            <span className="entity">
              <Shown text={record.entity_id} />
            </span>
          )}
        </summary>
        <p className="row">
          {href !== null && <Link href={href}>Open</Link>}
          {record.trace_id !== null && (
            <Link href={`/journal?trace=${encodeURIComponent(record.trace_id)}`}>
              All records of this trace
            </Link>
          )}
        </p>
        <pre className="output">
          <Shown text={JSON.stringify(record.metadata, null, 2)} />
        </pre>
      </details>
    </li>
  );
}

function entityHref(id: string): string | null {
  const name = encodeURIComponent(id);
  if (id.startsWith("RV-")) return `/reviews/${name}`;
  if (id.startsWith("ESC-")) return `/escalations/${name}`;
  if (/^V-[0-9a-f]{12}$/.test(id)) return `/violations/${name}`;
  if (/^[0-9a-f]{40}$/.test(id)) return `/certificates/${name}`;
  return null;
}
