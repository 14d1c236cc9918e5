import type { ReactNode } from "react";
import type { Problem } from "../core/api.ts";
import { ago, clock } from "../core/time.ts";
import { say, sayProblem } from "../core/toasts.tsx";
import type { Answer } from "../core/use-answer.ts";
import { Shown } from "./shown.tsx";

export type Tone = "neutral" | "good" | "bad" | "warn" | "accent";

export function Badge({
  tone = "neutral",
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

/** How long ago, with the exact time on hover. */
export function Since({ time }: { readonly time: string }) {
  return (
    <time dateTime={time} title={clock(time)}>
      {ago(time)}
    </time>
  );
}

/** A command to type, with a button that copies it. */
export function Command({ text }: { readonly text: string }) {
  const copy = () => navigator.clipboard.writeText(text).then(() => say("Copied."), sayProblem);
  return (
    <span className="command">
      <code>
        <Shown text={text} />
      </code>
      <button type="button" className="quiet" aria-label={`Copy: ${text}`} onClick={copy}>
        Copy
      </button>
    </span>
  );
}

/** An empty state: what to do first. */
interface EmptyProps {
  readonly title: string;
  /** It is the whole view, so its title is the page's heading. */
  readonly isView?: boolean;
  readonly children?: ReactNode;
}

export function Empty({ title, isView = false, children }: EmptyProps) {
  const Heading = isView ? "h1" : "h2";
  return (
    <div className="empty">
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

export function ProblemBox({ problem, retry }: { readonly problem: Problem; readonly retry?: () => void }) {
  return (
    <div className="problem" role="alert">
      <strong>
        <Shown text={problem.message} />
      </strong>
      {problem.details.hint !== null && (
        <p>
          <Shown text={problem.details.hint} />
        </p>
      )}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

function Loading() {
  return (
    <p className="loading muted" role="status">
      Loading…
    </p>
  );
}

/** Why there is no answer from the server: it could not be loaded, or it is still loading. */
export function AnswerState({ answer: { data, problem, reload } }: { readonly answer: Answer<unknown> }) {
  if (problem !== null) return <ProblemBox problem={problem} retry={reload} />;
  return data === null ? <Loading /> : null;
}

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Section({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="section">
      <div className="section-head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
