import type { FleetItem } from "../../src/hosts/http/api/fleet.ts";
import { useKeys } from "../core/keyboard.ts";
import { Link, matchPath, navigate, useLocation, withQuery } from "../core/router.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { AnswerState, Badge, Empty, Since } from "../parts/basics.tsx";
import { offsetIn, Pager } from "../parts/lists.tsx";
import { Shown } from "../parts/shown.tsx";
import { percent, spelled, toneOf } from "../parts/words.ts";
import { FleetReviewView } from "./fleet-review.tsx";

const LIMIT = 50;

/** Waiting changes in all repositories, next to the one being read. */
export function FleetInboxView() {
  const { path, query } = useLocation();
  const all = query.get("all") === "yes" ? "yes" : "no";
  const offset = offsetIn(query);
  const inbox = useAnswer("listFleetInbox", { query: { all, limit: LIMIT, offset } }, ["reviews", "runs"]);
  const open = matchPath("/reviews/:id", path);
  const items = inbox.data?.items ?? [];
  const move = (step: number) => moveFrom(items, open, step);
  useKeys("Inbox", [
    { key: "j", label: "Next", run: () => move(1) },
    { key: "k", label: "Previous", run: () => move(-1) },
  ]);
  const isEmpty = inbox.data !== null && inbox.data.total === 0;
  return (
    <div
      className={`inbox${open !== null ? " has-detail" : ""}${isEmpty && open === null ? " is-empty" : ""}`}
    >
      <section className="inbox-list" aria-label="Waiting">
        <div className="view-head">
          <h1>Inbox</h1>
          <IncludeAnswered isOn={all === "yes"} />
        </div>
        <AnswerState answer={inbox} />
        {isEmpty && (
          <Empty title="Nothing is waiting for an answer">
            <p className="muted">Proven changes in all repositories appear here.</p>
          </Empty>
        )}
        <ul className="items">
          {items.map((item) => (
            <Row key={item.review_id} item={item} isOpen={item.review_id === open} />
          ))}
        </ul>
        <Pager offset={offset} limit={LIMIT} total={inbox.data?.total ?? 0} />
      </section>
      <div className="inbox-detail">
        {open !== null && <FleetReviewView key={open} id={open} next={() => move(1)} />}
        {open === null && !isEmpty && inbox.data !== null && (
          <Empty title="Nothing selected">
            <p className="muted">Choose a change on the left.</p>
          </Empty>
        )}
      </div>
    </div>
  );
}

function moveFrom(items: readonly FleetItem[], open: string | null, step: number): void {
  const at = items.findIndex(({ review_id }) => review_id === open);
  const next = items[at < 0 ? 0 : at + step];
  if (next !== undefined) navigate(hrefOf(next));
}

function IncludeAnswered({ isOn }: { readonly isOn: boolean }) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => navigate(withQuery({ all: event.target.checked ? "yes" : null, offset: null }))}
      />
      include answered changes
    </label>
  );
}

function Row({ item, isOpen }: { readonly item: FleetItem; readonly isOpen: boolean }) {
  return (
    <li className="item">
      <Link href={hrefOf(item)} className="item-body" aria-current={isOpen ? "true" : undefined}>
        <span className="item-title">
          <Shown text={item.title} />
        </span>
        <span className="item-facts">
          <Badge tone={toneOf(item.status)}>{spelled(item.status)}</Badge>
          <span>{percent(item.confidence)} confident</span>
          <Since time={item.created_at} />
        </span>
        <span className="item-files">
          <Shown text={item.repository} />
        </span>
      </Link>
    </li>
  );
}

function hrefOf({ review_id }: FleetItem): string {
  return `/reviews/${encodeURIComponent(review_id)}${location.search}`;
}
