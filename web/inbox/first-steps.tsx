import { Link } from "../core/router.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { Command, Empty } from "../parts/basics.tsx";

/** Shown when the inbox is empty or the project is new. */
export function NothingWaits() {
  const runs = useAnswer("listRuns", { query: { limit: 1 } }, ["runs"]);
  if (runs.data === null) return null;
  if (runs.data.total + runs.data.live.length > 0)
    return (
      <Empty title="Nothing is waiting for you">
        <p className="muted">
          Proven changes, plans and questions appear here. <Link href="/runs">Start a run</Link> or look at
          the <Link href="/overview">overview</Link>.
        </p>
      </Empty>
    );
  return (
    <Empty title="Nothing has happened here yet">
      <p>Start with one of these:</p>
      <ul className="steps">
        <li>
          Repair failing tests: <Command text="agentforge repair" /> or{" "}
          <Link href="/runs">start it here</Link>
        </li>
        <li>
          Check the code against rules: <Command text="agentforge conformance check" />
        </li>
        <li>
          Ask for a change in words: <Command text='agentforge request "what you want"' />
        </li>
      </ul>
      <p className="muted">Every proven change waits here for your answer.</p>
    </Empty>
  );
}
