/** Wakes its waiter; a wait returns immediately if a wake-up came since the last one. */
export interface Waker {
  wake(): void;
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export function createWaker(pause: (milliseconds: number, signal: AbortSignal) => Promise<void>): Waker {
  let isWoken = false;
  let endWait: (() => void) | null = null;
  return {
    wake() {
      isWoken = true;
      endWait?.();
    },
    async wait(milliseconds, signal) {
      const timer = new AbortController();
      const woken = new Promise<void>((resolve) => {
        endWait = resolve;
        if (isWoken) resolve();
      });
      await Promise.race([woken, pause(milliseconds, AbortSignal.any([signal, timer.signal]))]);
      timer.abort();
      isWoken = false;
      endWait = null;
    },
  };
}
