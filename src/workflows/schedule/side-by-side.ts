export interface SideBySide<Item> {
  readonly concurrency: number;
  /** Two items with the same key are never under way at once. */
  readonly keyOf: (item: Item) => string;
  /** Nothing new is begun once it says so. */
  readonly isOver: () => boolean;
}

/** Works through items in their order, several at a time; the first failure ends it once what runs has finished. */
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
