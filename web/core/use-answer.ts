import { useCallback, useEffect, useRef, useState } from "react";
import type { Topic } from "../../src/hosts/http/api/events.ts";
import type { AnswerOf, RouteName } from "../../src/hosts/http/api/routes.ts";
import { addressOf, ask, Problem, type Question } from "./api.ts";
import { onChange } from "./live.ts";

export interface Answer<Data> {
  /** The latest answer; null before the first one. */
  readonly data: Data | null;
  readonly problem: Problem | null;
  readonly reload: () => void;
}

interface Kept<Data> {
  readonly address: string;
  readonly data: Data | null;
  readonly problem: Problem | null;
}

/** Changes within this interval cause a single request. */
const SETTLE_MS = 60;
const MOST_REMEMBERED = 60;
/** The last answer per address, so that going back shows something immediately. */
const remembered = new Map<string, unknown>();

/** Loads an answer, and reloads it whenever one of these topics changes. */
export function useAnswer<Name extends RouteName>(
  name: Name,
  question: Question<Name>,
  topics: readonly Topic[],
): Answer<AnswerOf<Name>> {
  const address = addressOf(name, question);
  const [kept, keep] = useState<Kept<AnswerOf<Name>>>({ address: "", data: null, problem: null });
  const [round, setRound] = useState(0);
  const latest = useRef({ question, topics });
  latest.current = { question, topics };
  const reload = useCallback(() => setRound((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `round` reloads the same address.
  useEffect(() => {
    const abort = new AbortController();
    ask(name, latest.current.question, abort.signal).then(
      (data) => {
        remember(address, data);
        keep({ address, data, problem: null });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const problem = error instanceof Problem ? error : unexpected(error);
        keep((before) => ({ address, data: before.address === address ? before.data : null, problem }));
      },
    );
    return () => abort.abort();
  }, [name, address, round]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onChange(latest.current.topics, () => {
      clearTimeout(timer);
      timer = setTimeout(reload, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [reload]);

  if (kept.address === address) return { data: kept.data, problem: kept.problem, reload };
  return { data: (remembered.get(address) as AnswerOf<Name> | undefined) ?? null, problem: null, reload };
}

function remember(address: string, data: unknown): void {
  remembered.delete(address);
  remembered.set(address, data);
  const [oldest] = remembered.keys();
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
}

function unexpected(error: unknown): Problem {
  return new Problem(0, { code: "unexpected", message: String(error), hint: "Reload the page." });
}
