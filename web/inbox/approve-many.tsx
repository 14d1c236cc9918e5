import { useState } from "react";
import { visible } from "../../src/domain/rules/text/visible-text.ts";
import type { Risk } from "../../src/hosts/http/api/common.ts";
import type { InboxItem } from "../../src/hosts/http/api/inbox.ts";
import type { ApproveManyAnswer } from "../../src/hosts/http/api/reviews.ts";
import { ask } from "../core/api.ts";
import { useAnswer } from "../core/use-answer.ts";
import { useSend } from "../core/use-send.ts";
import { DiffView } from "../diff/diff-view.tsx";
import { AnswerState, Badge } from "../parts/basics.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Shown } from "../parts/shown.tsx";
import { percent, RISK_TONE } from "../parts/words.ts";

const RISKS: readonly Risk[] = ["low", "medium", "high"];
const RULE = "rule:";
/** The maximum number of changes in one request; the server has the same limit. */
const MOST_AT_ONCE = 200;

/** Which changes are approved together: one kind, up to a risk level. */
interface Choice {
  readonly atMost: Risk;
  /** `repair`, or the name of a rule after `rule:`; empty for all. */
  readonly kind: string;
}

/** Approves changes of one kind up to a risk level in one request. Each is approved for the diff that was listed. */
export function ApproveMany({ close }: { readonly close: () => void }) {
  const [choice, setChoice] = useState<Choice>({ atMost: "low", kind: "" });
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const [results, setResults] = useState<ApproveManyAnswer["results"] | null>(null);
  const [isSending, send] = useSend();
  const answer = useAnswer("listInbox", { query: queryOf(choice) }, ["reviews"]);
  const { data } = answer;
  const items = data?.items ?? [];
  const chosen = items.filter(({ id }) => !dropped.has(id));
  const approve = async () => {
    if (chosen.length === 0) return;
    const reviews = chosen.flatMap(({ id: review_id, diff_hash }) =>
      diff_hash === null ? [] : [{ review_id, diff_hash }],
    );
    const answer = await send(() => ask("approveMany", { body: { reviews, at_most: choice.atMost } }));
    if (answer !== null) setResults(answer.results);
  };
  if (results !== null) return <Results results={results} close={close} />;
  return (
    <Dialog
      title="Approve several changes"
      close={close}
      submit={approve}
      wide
      actions={
        <button type="submit" className="primary" disabled={isSending || chosen.length === 0}>
          {isSending ? "Landing…" : `Approve ${chosen.length}`}
        </button>
      }
    >
      <Choices choice={choice} choose={setChoice} />
      <AnswerState answer={answer} />
      {data !== null && items.length === 0 && <p>No waiting change matches this kind and risk.</p>}
      {items.map((item) => (
        <Candidate
          key={item.id}
          item={item}
          isChosen={!dropped.has(item.id)}
          choose={(isChosen) => setDropped(changedSet(dropped, item.id, !isChosen))}
        />
      ))}
      {data !== null && data.total > items.length && (
        <p className="muted">
          These are {items.length} of {data.total.toLocaleString("en")}. Approve them to see the next ones.
        </p>
      )}
    </Dialog>
  );
}

function queryOf({ atMost, kind }: Choice) {
  const rule = kind.startsWith(RULE) ? kind.slice(RULE.length) : undefined;
  const change = kind === "repair" ? ("repair" as const) : undefined;
  return { kind: "review" as const, at_most: atMost, change, rule, limit: MOST_AT_ONCE };
}

interface ChoicesProps {
  readonly choice: Choice;
  readonly choose: (choice: Choice) => void;
}

function Choices({ choice, choose }: ChoicesProps) {
  const violations = useAnswer("listViolations", { query: { limit: 1 } }, ["violations"]);
  return (
    <div className="row">
      <label>
        Kind
        <select value={choice.kind} onChange={(event) => choose({ ...choice, kind: event.target.value })}>
          <option value="">all changes</option>
          <option value="repair">test repairs</option>
          {violations.data?.rules.map(({ rule }) => (
            <option key={rule} value={`${RULE}${rule}`}>
              fixes of {visible(rule)}
            </option>
          ))}
        </select>
      </label>
      <label>
        Up to
        <select
          value={choice.atMost}
          onChange={(event) => choose({ ...choice, atMost: event.target.value as Risk })}
        >
          {RISKS.map((risk) => (
            <option key={risk} value={risk}>
              {risk} risk
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface CandidateProps {
  readonly item: InboxItem;
  readonly isChosen: boolean;
  readonly choose: (isChosen: boolean) => void;
}

function Candidate({ item, isChosen, choose }: CandidateProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="candidate">
      <label className="check">
        <input type="checkbox" checked={isChosen} onChange={(event) => choose(event.target.checked)} />
        <span>
          <Shown text={item.title} />
        </span>
        <Badge tone={RISK_TONE[item.risk]}>{item.risk} risk</Badge>
        {item.confidence !== null && <span className="muted">{percent(item.confidence)}</span>}
      </label>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          Diff of <Shown text={item.files.join(", ")} name />
        </summary>
        {isOpen && <CandidateDiff item={item} />}
      </details>
    </div>
  );
}

/** Loaded when the reader opens it. */
function CandidateDiff({ item }: { readonly item: InboxItem }) {
  const answer = useAnswer("getReview", { id: item.id }, []);
  const { data } = answer;
  if (data === null) return <AnswerState answer={answer} />;
  if (data.diff_hash !== item.diff_hash) return <p>Another change has replaced this one in the meantime.</p>;
  return <DiffView files={data.files} layout="unified" notes={null} />;
}

function Results({
  results,
  close,
}: {
  readonly results: ApproveManyAnswer["results"];
  readonly close: () => void;
}) {
  return (
    <Dialog title="Results" close={close}>
      <ul className="results">
        {results.map(({ review_id, status, commit, why }) => (
          <li key={review_id}>
            <Badge tone={status === "landed" ? "good" : "warn"}>{status.replaceAll("_", " ")}</Badge>{" "}
            <code>{review_id}</code> {commit !== null && <code>{commit.slice(0, 12)}</code>}{" "}
            {why !== null && <Shown text={why} />}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function changedSet(set: ReadonlySet<string>, value: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(value);
  else next.delete(value);
  return next;
}
