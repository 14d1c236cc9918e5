export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs pieces of work one after another, in the order of the calls; one that fails does not stop the next. */
export function createTurns(): InTurn {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = tail.then(work);
    tail = result.catch(() => undefined);
    return result;
  };
}
