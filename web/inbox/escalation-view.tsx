import { useState } from "react";
import type { Escalation } from "../../src/domain/entities/escalation.ts";
import type { EscalationAnswer } from "../../src/hosts/http/api/escalations.ts";
import { ask } from "../core/api.ts";
import { useKeys } from "../core/keyboard.ts";
import { useMay } from "../core/may.ts";
import { Link } from "../core/router.tsx";
import { say } from "../core/toasts.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { useSend } from "../core/use-send.ts";
import { AnswerState, Badge, Section, Since } from "../parts/basics.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Shown } from "../parts/shown.tsx";
import { toneOf } from "../parts/words.ts";
import { ViolationFacts } from "../violations/violation-facts.tsx";

/** An escalation, or a violation that needs a person. */
export function EscalationView({ id }: { readonly id: string }) {
  const answer = useAnswer("getEscalation", { id }, ["escalations", "violations"]);
  const { data, reload } = answer;
  if (data === null) return <AnswerState answer={answer} />;
  return <Loaded id={id} answer={data} reload={reload} />;
}

interface LoadedProps {
  readonly id: string;
  readonly answer: EscalationAnswer;
  readonly reload: () => void;
}

function Loaded({ id, answer: { escalation, violation }, reload }: LoadedProps) {
  const [isAnswering, setAnswering] = useState(false);
  const mayAnswer = useMay("resolveEscalation");
  const isWaiting = mayAnswer && (escalation === null || escalation.status === "pending");
  useKeys("Escalation", isWaiting ? [{ key: "a", label: "Answer", run: () => setAnswering(true) }] : []);
  return (
    <article className="review">
      <header className="detail-head">
        <Link href="/" className="back">
          ← Inbox
        </Link>
        <h1>
          <Shown text={escalation?.reason ?? violation?.message ?? id} />
        </h1>
        <p className="item-facts">
          <Badge tone={toneOf(escalation?.status ?? "pending")}>{escalation?.status ?? "pending"}</Badge>
          <code>{id}</code>
          {escalation !== null && <Since time={escalation.created_at} />}
        </p>
      </header>
      {escalation?.resolution && <Resolution resolution={escalation.resolution} />}
      {isWaiting && (
        <div className="answers">
          <button type="button" className="primary" onClick={() => setAnswering(true)}>
            Answer <kbd>a</kbd>
          </button>
        </div>
      )}
      {violation !== null && (
        <Section title="The violation">
          <ViolationFacts violation={violation} />
        </Section>
      )}
      {escalation !== null && <Analysis escalation={escalation} />}
      {isAnswering && (
        <ResolveDialog
          id={id}
          close={() => setAnswering(false)}
          answered={() => {
            setAnswering(false);
            reload();
          }}
        />
      )}
    </article>
  );
}

function Analysis({ escalation }: { readonly escalation: Escalation }) {
  const { agent_analysis: analysis } = escalation;
  return (
    <>
      <List title="Failing tests" items={escalation.tests} />
      <List title="Constraints" items={escalation.constraints} />
      <List title="What is understood" items={analysis.understanding} />
      <List title="What was tried" items={analysis.attempted_approaches} />
      <List title="Options" items={escalation.alternatives} />
      <List title="Files read" items={analysis.files_examined} />
    </>
  );
}

function List({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <Section title={title}>
      <ul>
        {items.map((item) => (
          <li key={item} className="lines-of-text">
            <Shown text={item} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Resolution({ resolution }: { readonly resolution: NonNullable<Escalation["resolution"]> }) {
  return (
    <p className="notice">
      <Shown text={resolution.by} /> answered <Since time={resolution.at} />
      {resolution.retry ? "; it will be retried" : "; it will not be retried"}
      {[resolution.guidance, resolution.reason].map(
        (text) =>
          text !== null &&
          text !== "" && (
            <span key={text}>
              {": "}
              <Shown text={text} />
            </span>
          ),
      )}
    </p>
  );
}

function ResolveDialog({
  id,
  close,
  answered,
}: {
  readonly id: string;
  readonly close: () => void;
  readonly answered: () => void;
}) {
  const [guidance, setGuidance] = useState("");
  const [reason, setReason] = useState("");
  const [retry, setRetry] = useState(true);
  const [isSending, send] = useSend();
  const resolve = async () => {
    const answer = await send(() =>
      ask("resolveEscalation", {
        id,
        body: { guidance: guidance.trim() || undefined, reason: reason.trim() || undefined, retry },
      }),
    );
    if (answer === null) return;
    say(retry ? "It will be retried with your guidance." : "It will not be retried.");
    answered();
  };
  return (
    <Dialog
      title="Answer"
      close={close}
      submit={resolve}
      actions={
        <button type="submit" className="primary" disabled={isSending}>
          Answer
        </button>
      }
    >
      <RetryChoice retry={retry} choose={setRetry} />
      {retry && (
        <label>
          What the next attempt should know
          <textarea rows={4} value={guidance} onChange={(event) => setGuidance(event.target.value)} />
        </label>
      )}
      <label>
        Why, for the record (optional)
        <input value={reason} onChange={(event) => setReason(event.target.value)} />
      </label>
    </Dialog>
  );
}

function RetryChoice({
  retry,
  choose,
}: {
  readonly retry: boolean;
  readonly choose: (retry: boolean) => void;
}) {
  return (
    <fieldset>
      <legend>What next</legend>
      <label className="check">
        <input type="radio" name="retry" checked={retry} onChange={() => choose(true)} />
        Retry with my guidance
      </label>
      <label className="check">
        <input type="radio" name="retry" checked={!retry} onChange={() => choose(false)} />I will handle it
        myself
      </label>
    </fieldset>
  );
}
