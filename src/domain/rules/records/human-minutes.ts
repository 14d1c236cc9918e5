interface HumanAnswer {
  readonly by: string;
  readonly at: string;
  /** When the question was asked. */
  readonly askedAt: string;
}

/** Anyone who takes longer was probably doing something else. */
const MOST_MINUTES_PER_ANSWER = 10;

/**
 * Estimates how long people worked on their answers, from the records: an answer took the time since its
 * question was asked, or since the same person's previous answer if that was later, and at most ten minutes.
 */
export function humanMinutes(answers: readonly HumanAnswer[]): readonly number[] {
  const previous = new Map<string, number>();
  const minutes = new Map<HumanAnswer, number>();
  const inOrder = [...answers].sort((left, right) => Date.parse(left.at) - Date.parse(right.at));
  for (const answer of inOrder) {
    const at = Date.parse(answer.at);
    const since = Math.max(Date.parse(answer.askedAt), previous.get(answer.by) ?? Number.NEGATIVE_INFINITY);
    previous.set(answer.by, at);
    minutes.set(answer, Math.min(MOST_MINUTES_PER_ANSWER, Math.max(0, (at - since) / 60_000)));
  }
  return answers.map((answer) => minutes.get(answer) ?? 0);
}
