import { useEffect, useRef, useState } from "react";
import type { InboxItem, WaitingKind } from "../../src/hosts/http/api/inbox.ts";
import { useKeys } from "../core/keyboard.ts";
import { useMay } from "../core/may.ts";
import { matchPath, navigate, useLocation, withQuery } from "../core/router.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { AnswerState, Empty } from "../parts/basics.tsx";
import { offsetIn, Pager } from "../parts/lists.tsx";
import { KIND_NAME } from "../parts/words.ts";
import { ApproveMany } from "./approve-many.tsx";
import { EscalationView } from "./escalation-view.tsx";
import { NothingWaits } from "./first-steps.tsx";
import { hrefOf, InboxRow, opensHere } from "./inbox-row.tsx";
import { ReviewView } from "./review-view.tsx";

const LIMIT = 50;
const TOPICS = ["reviews", "escalations", "plans", "runs", "violations"] as const;
const WIDE = "(min-width: 1100px)";

/** The waiting items, next to the one being read. */
export function InboxView() {
  const { path, query } = useLocation();
  const kind = (query.get("kind") ?? undefined) as WaitingKind | undefined;
  const offset = offsetIn(query);
  const inbox = useAnswer("listInbox", { query: { kind, limit: LIMIT, offset } }, TOPICS);
  const [approvesMany, approveMany] = useState(false);
  const mayApprove = useMay("approveMany");
  const review = matchPath("/reviews/:id", path);
  const escalation = matchPath("/escalations/:id", path);
  const items = inbox.data?.items ?? [];
  const move = useMove(items, path);
  useFirstOpened(items, path);
  useKeys("Inbox", [
    { key: "j", label: "Next", run: () => move(1) },
    { key: "k", label: "Previous", run: () => move(-1) },
    { key: "o", label: "Open", run: openFocused },
    { key: "Enter", label: "Open", run: openFocused },
    ...(mayApprove ? [{ key: "A", label: "Approve several at once", run: () => approveMany(true) }] : []),
  ]);
  const reviews = inbox.data?.by_kind.review ?? 0;
  const hasDetail = review !== null || escalation !== null;
  const isEmpty = inbox.data !== null && inbox.data.total === 0 && kind === undefined;
  return (
    <div className={`inbox${hasDetail ? " has-detail" : ""}${isEmpty && !hasDetail ? " is-empty" : ""}`}>
      <section className="inbox-list" aria-label="Waiting">
        <InboxHead approveMany={mayApprove && reviews > 1 ? () => approveMany(true) : null} />
        <InboxState inbox={inbox} kind={kind} isEmpty={isEmpty} />
        <ul className="items">
          {items.map((item) => (
            <InboxRow key={`${item.kind} ${item.id}`} item={item} isOpen={hrefOf(item) === path} />
          ))}
        </ul>
        <Pager offset={offset} limit={LIMIT} total={inbox.data?.total ?? 0} />
      </section>
      <div className="inbox-detail">
        {review !== null && <ReviewView key={review} id={review} next={() => move(1)} />}
        {escalation !== null && <EscalationView key={escalation} id={escalation} />}
        {!hasDetail && !isEmpty && inbox.data !== null && (
          <Empty title="Nothing selected">
            <p className="muted">Choose what to answer. Press j and k to move, ? for all keys.</p>
          </Empty>
        )}
      </div>
      {approvesMany && <ApproveMany close={() => approveMany(false)} />}
    </div>
  );
}

function InboxHead({ approveMany }: { readonly approveMany: (() => void) | null }) {
  return (
    <div className="view-head">
      <h1>Inbox</h1>
      {approveMany !== null && (
        <button type="button" onClick={approveMany}>
          Approve several…
        </button>
      )}
    </div>
  );
}

/** What is above the list: the filter, problems, and what to do if nothing is waiting. */
function InboxState({
  inbox,
  kind,
  isEmpty,
}: {
  readonly inbox: ReturnType<typeof useAnswer<"listInbox">>;
  readonly kind: WaitingKind | undefined;
  readonly isEmpty: boolean;
}) {
  return (
    <>
      {inbox.data !== null && <KindFilter byKind={inbox.data.by_kind} kind={kind} />}
      <AnswerState answer={inbox} />
      {inbox.data?.troubles.map((trouble) => (
        <p key={trouble} className="notice warn">
          {trouble}
        </p>
      ))}
      {isEmpty && <NothingWaits />}
    </>
  );
}

function KindFilter({
  byKind,
  kind,
}: {
  readonly byKind: Partial<Record<WaitingKind, number>>;
  readonly kind: WaitingKind | undefined;
}) {
  const kinds = Object.entries(byKind) as [WaitingKind, number][];
  if (kinds.length < 2) return null;
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  const choose = (to: string) => navigate(withQuery({ kind: to, offset: null }), { replace: true });
  return (
    <div className="filters">
      <label>
        Kind{" "}
        <select value={kind ?? ""} onChange={(event) => choose(event.target.value)}>
          <option value="">all ({total})</option>
          {kinds.map(([name, count]) => (
            <option key={name} value={name}>
              {KIND_NAME[name]} ({count})
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** Moves to the next or previous item: opens it next to the list if possible, focuses it otherwise. */
function useMove(items: readonly InboxItem[], path: string): (step: number) => void {
  const last = useRef(-1);
  const current = items.findIndex((item) => hrefOf(item) === path);
  if (current !== -1) last.current = current;
  return (step) => {
    const focused = items.findIndex((item) => linkOf(item) === document.activeElement);
    const from =
      focused !== -1 ? focused : current !== -1 ? current : step > 0 ? last.current - 1 : last.current;
    const item = items[Math.max(0, Math.min(items.length - 1, from + step))];
    if (item === undefined) return;
    linkOf(item)?.focus();
    linkOf(item)?.scrollIntoView({ block: "nearest" });
    const href = hrefOf(item);
    if (href !== null && opensHere(item) && (path !== "/" || matchMedia(WIDE).matches)) navigate(href);
  };
}

/** On a wide screen, opens the first item initially; later arrivals never replace it. */
function useFirstOpened(items: readonly InboxItem[], path: string): void {
  const first = items.find(opensHere);
  const href = first === undefined ? null : hrefOf(first);
  useEffect(() => {
    if (path === "/" && href !== null && matchMedia(WIDE).matches)
      navigate(`${href}${location.search}`, { replace: true });
  }, [path, href]);
}

function linkOf({ kind, id }: InboxItem): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-item="${CSS.escape(`${kind} ${id}`)}"]`);
}

function openFocused(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.dataset.item !== undefined) focused.click();
}
