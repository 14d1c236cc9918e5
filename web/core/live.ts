import type { ChangedEvent, RunEvent, Topic } from "../../src/hosts/http/api/events.ts";
import { ask, Problem } from "./api.ts";
import { createStore } from "./store.ts";

/** `signed-out`: the server was restarted and has forgotten its sessions. */
export type Connection = "connecting" | "live" | "lost" | "signed-out";

type Listener = (topics: ReadonlySet<Topic>) => void;

const ALL: ReadonlySet<Topic> = new Set(["reviews", "escalations", "plans", "violations", "runs", "journal"]);
const RETRY_MS = 1000;

const changeListeners = new Set<Listener>();
const connection = createStore<Connection>("connecting");
const runs = createStore<ReadonlyMap<string, RunEvent>>(new Map());
let source: EventSource | null = null;
let wasLive = false;

/** Listens to the server while the page is open, and reconnects when the connection breaks. */
export function startListening(): void {
  if (source !== null) return;
  source = new EventSource("/api/events");
  source.addEventListener("open", () => {
    connection.set("live");
    if (wasLive) announce(ALL);
    wasLive = true;
  });
  source.addEventListener("changed", (event) => {
    announce(new Set((JSON.parse(event.data) as ChangedEvent).topics));
  });
  source.addEventListener("run", (event) => {
    const run = JSON.parse(event.data) as RunEvent;
    runs.set(new Map(runs.get()).set(run.run_id, run));
    if (run.ended_at !== null) announce(new Set(["runs", "reviews"]));
  });
  source.addEventListener("error", () => {
    if (connection.get() !== "signed-out") connection.set("lost");
    if (source?.readyState !== EventSource.CLOSED) return;
    source = null;
    setTimeout(reconnect, RETRY_MS);
  });
}

/** Checks the session first, because an event source does not say why it was rejected. */
async function reconnect(): Promise<void> {
  try {
    await ask("getProject");
    startListening();
  } catch (error) {
    connection.set(error instanceof Problem && error.status === 401 ? "signed-out" : "lost");
    setTimeout(reconnect, RETRY_MS);
  }
}

/** Calls `react` when any process writes to these topics. Returns the unsubscribe function. */
export function onChange(topics: readonly Topic[], react: () => void): () => void {
  const listener: Listener = (changed) => {
    if (topics.some((topic) => changed.has(topic))) react();
  };
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

export function useConnection(): Connection {
  return connection.useValue();
}

/** The latest state of runs that were started from the page, by id. */
export function useLiveRuns(): ReadonlyMap<string, RunEvent> {
  return runs.useValue();
}

function announce(topics: ReadonlySet<Topic>): void {
  for (const listener of [...changeListeners]) listener(topics);
}
