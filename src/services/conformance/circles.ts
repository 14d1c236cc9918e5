/** The groups of nodes that reach one another, each sorted; a node that reaches itself is also a group. */
export function findCircles(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const circles: string[][] = [];

  for (const start of [...edges.keys()].sort()) {
    if (order.has(start)) continue;
    // Uses an explicit stack, because recursion would overflow on a long chain of imports.
    const calls: { node: string; next: number }[] = [];
    const enter = (node: string) => {
      order.set(node, order.size);
      lowest.set(node, order.get(node) ?? 0);
      stack.push(node);
      onStack.add(node);
      calls.push({ node, next: 0 });
    };
    enter(start);
    for (let call = calls.at(-1); call !== undefined; call = calls.at(-1)) {
      const { node } = call;
      const target = edges.get(node)?.[call.next++];
      if (target !== undefined) {
        if (!order.has(target)) enter(target);
        else if (onStack.has(target))
          lowest.set(node, Math.min(lowest.get(node) ?? 0, order.get(target) ?? 0));
        continue;
      }
      calls.pop();
      const parent = calls.at(-1)?.node;
      if (parent !== undefined) lowest.set(parent, Math.min(lowest.get(parent) ?? 0, lowest.get(node) ?? 0));
      if (lowest.get(node) !== order.get(node)) continue;
      const group = stack.splice(stack.indexOf(node));
      for (const member of group) onStack.delete(member);
      if (group.length > 1 || edges.get(node)?.includes(node)) circles.push(group.sort());
    }
  }
  return circles;
}
