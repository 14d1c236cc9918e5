import type { InboxItem } from "../../src/hosts/http/api/inbox.ts";
import { Link } from "../core/router.tsx";
import { Badge, Command, Since } from "../parts/basics.tsx";
import { Shown } from "../parts/shown.tsx";
import { KIND_NAME, percent, RISK_TONE } from "../parts/words.ts";

export function InboxRow({ item, isOpen }: { readonly item: InboxItem; readonly isOpen: boolean }) {
  const href = hrefOf(item);
  const body = (
    <>
      <span className="item-title">
        <Shown text={item.title} />
      </span>
      <span className="item-facts">
        <Badge tone={RISK_TONE[item.risk]}>{item.risk} risk</Badge>
        <span>{KIND_NAME[item.kind]}</span>
        {item.confidence !== null && <span>{percent(item.confidence)} confident</span>}
        <Since time={item.since} />
      </span>
      {item.files.length > 0 && (
        <span className="item-files">
          <Shown text={item.files.slice(0, 3).join(", ")} name />
          {item.files.length > 3 && ` and ${item.files.length - 3} more`}
        </span>
      )}
    </>
  );
  if (href === null)
    return (
      <li className="item">
        <div className="item-body">
          {body}
          {item.next.map((command) => (
            <Command key={command} text={`agentforge ${command}`} />
          ))}
        </div>
      </li>
    );
  return (
    <li className="item">
      <Link
        href={`${href}${location.search}`}
        className="item-body"
        aria-current={isOpen ? "true" : undefined}
        data-item={`${item.kind} ${item.id}`}
      >
        {body}
      </Link>
    </li>
  );
}

/** The page that shows and answers it; null if only a command can answer it. */
export function hrefOf({ kind, id }: InboxItem): string | null {
  const name = encodeURIComponent(id);
  switch (kind) {
    case "review":
      return `/reviews/${name}`;
    case "escalation":
      return `/escalations/${name}`;
    case "violation":
      return id.startsWith("V-") ? `/escalations/${name}` : null;
    case "plan":
      return `/plans/${name}`;
    case "session":
      return `/runs/${name}`;
    default:
      return null;
  }
}

/** Whether it opens next to the list. */
export function opensHere(item: InboxItem): boolean {
  return item.kind === "review" || (item.kind !== "plan" && item.kind !== "session" && hrefOf(item) !== null);
}
