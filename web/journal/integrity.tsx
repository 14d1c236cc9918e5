import { useState } from "react";
import type { IntegrityAnswer } from "../../src/hosts/http/api/journal.ts";
import { useAnswer } from "../core/use-answer.ts";
import { Badge, Fact, Facts, Since } from "../parts/basics.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Shown } from "../parts/shown.tsx";
import { toneOf } from "../parts/words.ts";

/** Whether the journal's hash chain is intact; expands to show the findings. */
export function Integrity() {
  const { data, problem, reload } = useAnswer("getIntegrity", {}, []);
  const [isOpen, setOpen] = useState(false);
  if (problem !== null) return <Badge tone="warn">integrity unknown</Badge>;
  if (data === null) return <Badge>checking integrity…</Badge>;
  return (
    <>
      <button type="button" className="quiet" onClick={() => setOpen(true)}>
        <Badge tone={toneOf(data.status)}>{data.status}</Badge> {data.records.toLocaleString("en")} records
      </button>
      {isOpen && <IntegrityDialog answer={data} again={reload} close={() => setOpen(false)} />}
    </>
  );
}

interface IntegrityDialogProps {
  readonly answer: IntegrityAnswer;
  readonly again: () => void;
  readonly close: () => void;
}

function IntegrityDialog({ answer, again, close }: IntegrityDialogProps) {
  return (
    <Dialog title={`The journal is ${answer.status}`} close={close}>
      <Facts>
        <Fact name="Records">{answer.records.toLocaleString("en")}</Fact>
        <Fact name="Checkpoints">
          {answer.checkpoints}, which cover {answer.covered.toLocaleString("en")} records
        </Fact>
        <Fact name="Checked">
          <Since time={answer.checked_at} />
        </Fact>
      </Facts>
      <ul>
        {answer.findings.map(({ kind, where, what }) => (
          <li key={`${kind} ${where} ${what}`} className="bad">
            <Shown text={`${where === null ? "" : `${where}: `}${what}`} />
          </li>
        ))}
        {[...answer.unfinished, ...answer.notes].map((note) => (
          <li key={note}>
            <Shown text={note} />
          </li>
        ))}
      </ul>
      <button type="button" onClick={again}>
        Check again
      </button>
    </Dialog>
  );
}
