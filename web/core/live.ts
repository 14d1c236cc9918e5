import { useSyncExternalStore } from "react";
import type { ChangedEvent, RunEvent, Topic } from "../../src/hosts/http/api/events.ts";
import { ask, Problem } from "./api.ts";

/** `signed-out`: the server was restarted and has forgotten its sessions. */
export type Connection = "connecting" | "live" | "lost" | "signed-out";

type Listener = (topics: ReadonlySet<Topic>) => void;

const ALL: ReadonlySet<Topic> = new Set(["reviews", "escalations", "plans", "violations", "runs", "journal"]);
const RETRY_MS = 1000;

const changeListeners = new Set<Listener>();
const stateListeners = new Set<() => void>();
let connection: Connection = "connecting";
let runs: ReadonlyMap<string, RunEvent> = new Map();
let source: EventSource | null = null;
let wasLive = false;

/** Listens to the server while the page is open, and reconnects when the connection breaks. */
export function startListening(): void {
  if (source !== null) return;
  source = new EventSource("/api/events");
  source.addEventListener("open", () => {
    setState("live");
    if (wasLive) announce(ALL);
    wasLive = true;
  });
  source.addEventListener("changed", (event) => {
    announce(new Set((JSON.parse(event.data) as ChangedEvent).topics));
  });
  source.addEventListener("run", (event) => {
    const run = JSON.parse(event.data) as RunEvent;
    runs = new Map(runs).set(run.run_id, run);
    tell();
    if (run.ended_at !== null) announce(new Set(["runs", "reviews"]));
  });
  source.addEventListener("error", () => {
    if (connection !== "signed-out") setState("lost");
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
    setState(error instanceof Problem && error.status === 401 ? "signed-out" : "lost");
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
  return useSyncExternalStore(subscribe, () => connection);
}

/** The latest state of runs that were started from the page, by id. */
export function useLiveRuns(): ReadonlyMap<string, RunEvent> {
  return useSyncExternalStore(subscribe, () => runs);
}

function subscribe(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

function setState(next: Connection): void {
  if (next === connection) return;
  connection = next;
  tell();
}

function tell(): void {
  for (const listener of stateListeners) listener();
}

function announce(topics: ReadonlySet<Topic>): void {
  for (const listener of [...changeListeners]) listener(topics);
}
