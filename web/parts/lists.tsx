import type { ReactNode } from "react";
import { navigate, withQuery } from "../core/router.tsx";

/** The head of a table: one heading for each column. */
export function Columns({ names }: { readonly names: readonly ReactNode[] }) {
  return (
    <thead>
      <tr>
        {names.map((name, index) => (
          <th key={index} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly choose: (value: string) => void;
  /** The options besides "all", whose value is empty. */
  readonly children: ReactNode;
}

/** Filters a list by one of several values. */
export function Choice({ label, value = "", choose, children }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => choose(event.target.value)}>
        <option value="">all</option>
        {children}
      </select>
    </label>
  );
}

interface PagerProps {
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
}

/** Where the list in an address starts. */
export function offsetIn(query: URLSearchParams): number {
  return Number(query.get("offset") ?? 0) || 0;
}

/** Goes through a list whose address has the offset. */
export function Pager({ offset, limit, total }: PagerProps) {
  if (total <= limit && offset === 0) return null;
  const go = (to: number) => navigate(withQuery({ offset: to === 0 ? null : String(to) }));
  return (
    <nav className="pager" aria-label="Pages">
      <button type="button" disabled={offset === 0} onClick={() => go(Math.max(0, offset - limit))}>
        Previous
      </button>
      <span className="muted">
        {Math.min(offset + 1, total)}–{Math.min(offset + limit, total)} of {total.toLocaleString("en")}
      </span>
      <button type="button" disabled={offset + limit >= total} onClick={() => go(offset + limit)}>
        Next
      </button>
    </nav>
  );
}
