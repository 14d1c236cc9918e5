import fc from "fast-check";
import { expect, it } from "vitest";
import { createQueue } from "./queue.ts";

it("returns the cheapest first, and what costs the same in the order of insertion", () => {
  const operation = fc.oneof(fc.nat(5), fc.constant("pop"));
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
      const queue = createQueue<number>();
      const waiting: { readonly cost: number; readonly item: number }[] = [];
      for (const [item, each] of operations.entries()) {
        if (typeof each === "number") {
          queue.push(each, item);
          waiting.push({ cost: each, item });
        } else {
          const least = Math.min(...waiting.map(({ cost }) => cost));
          const [next] = waiting.splice(
            waiting.findIndex(({ cost }) => cost === least),
            waiting.length === 0 ? 0 : 1,
          );
          expect(queue.peekCost()).toBe(least);
          expect(queue.pop()).toBe(next?.item ?? null);
        }
        expect(queue.size).toBe(waiting.length);
      }
    }),
  );
});
