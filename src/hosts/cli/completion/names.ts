import { listTools, openApp } from "../../../app.ts";
import type { Ports } from "../../../workflows/ports.ts";
import type { CommandContext } from "../context.ts";
import { hasState } from "../has-state.ts";
import type { Completion } from "./complete.ts";

type Names = Completion["words"];

/** Which reviews a command accepts; pending ones by default. */
const REVIEWS_OF: Readonly<Record<string, "landed" | "all">> = { rollback: "landed", "review show": "all" };

/** The names of this kind in the repository. Creates no state if there is none yet. */
export async function namesOf(
  { kind, command }: NonNullable<Completion["names"]>,
  context: CommandContext,
): Promise<Names> {
  if (kind === "tool")
    return listTools().map(({ name, description }) => ({ word: name, about: description }));
  if (!hasState(context.cwd)) return [];
  await using app = await openApp(context);
  if (kind === "request")
    return (await app.plans.list()).map(({ record }) => ({ word: record.request_id, about: record.title }));
  return await namesIn(app.ports, kind, command);
}

async function namesIn(ports: Ports, kind: string, command: string): Promise<Names> {
  switch (kind) {
    case "review": {
      const wanted = REVIEWS_OF[command] ?? "pending";
      const reviews = await ports.reviews.list(wanted === "all" ? undefined : wanted);
      return reviews.map(({ review_id, title }) => ({ word: review_id, about: title }));
    }
    case "violation": {
      const { violations } = await ports.conformance.violations({ status: "open", limit: 200 });
      return violations.map(({ violation_id, message }) => ({ word: violation_id, about: message }));
    }
    case "escalation":
      return (await ports.escalations.list("pending")).map(({ escalation_id, reason }) => ({
        word: escalation_id,
        about: reason,
      }));
    case "session":
      return (await ports.sessions.list({ limit: 50 })).map(({ session_id, task_description }) => ({
        word: session_id,
        about: task_description,
      }));
    default:
      return [];
  }
}
