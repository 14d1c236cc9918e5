/** A binary heap ordered by cost and then by insertion: the same pushes give the same pops. */
export interface Queue<T> {
  push(cost: number, item: T): void;
  pop(): T | null;
  peekCost(): number;
  readonly size: number;
}

export function createQueue<T>(): Queue<T> {
  const heap: { cost: number; order: number; item: T }[] = [];
  let order = 0;

  const before = (a: number, b: number) => {
    const first = heap[a];
    const second = heap[b];
    if (first === undefined || second === undefined) return false;
    return first.cost < second.cost || (first.cost === second.cost && first.order < second.order);
  };
  const exchange = (a: number, b: number) => {
    const first = heap[a];
    const second = heap[b];
    if (first === undefined || second === undefined) return;
    heap[a] = second;
    heap[b] = first;
  };

  return {
    push(cost, item) {
      heap.push({ cost, order, item });
      order += 1;
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!before(at, parent)) break;
        exchange(at, parent);
        at = parent;
      }
    },
    pop() {
      const top = heap[0];
      const last = heap.pop();
      if (top === undefined || last === undefined) return null;
      if (heap.length === 0) return top.item;
      heap[0] = last;
      for (let at = 0; ; ) {
        let least = at;
        if (before(2 * at + 1, least)) least = 2 * at + 1;
        if (before(2 * at + 2, least)) least = 2 * at + 2;
        if (least === at) break;
        exchange(at, least);
        at = least;
      }
      return top.item;
    },
    peekCost: () => heap[0]?.cost ?? Number.POSITIVE_INFINITY,
    get size() {
      return heap.length;
    },
  };
}
