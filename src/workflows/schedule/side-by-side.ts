export interface SideBySide<Item> {
  readonly concurrency: number;
  /** Two items with the same key never run at the same time. */
  readonly keyOf: (item: Item) => string;
  /** Nothing new starts once this returns true. */
  readonly isOver: () => boolean;
}

/** Works through items in order, several at a time; after the first failure, running items finish and the rest is skipped. */
export async function sideBySide<Item>(
  items: readonly Item[],
  { concurrency, keyOf, isOver }: SideBySide<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const busy = new Set<string>();
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];

  const start = (item: Item) => {
    const key = keyOf(item);
    busy.add(key);
    const done = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        busy.delete(key);
        running.delete(done);
      });
    running.add(done);
  };

  for (;;) {
    while (running.size < concurrency && failures.length === 0 && !isOver()) {
      const index = waiting.findIndex((item) => !busy.has(keyOf(item)));
      const [next] = index < 0 ? [] : waiting.splice(index, 1);
      if (next === undefined) break;
      start(next);
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  if (failures.length > 0) throw failures[0];
}
