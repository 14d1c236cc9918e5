/** Wakes whoever waits for it, at once if it rang since they last waited. */
export interface Bell {
  ring(): void;
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export function createBell(pause: (milliseconds: number, signal: AbortSignal) => Promise<void>): Bell {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async wait(milliseconds, signal) {
      const timer = new AbortController();
      const bell = new Promise<void>((resolve) => {
        wake = resolve;
        if (rung) resolve();
      });
      await Promise.race([bell, pause(milliseconds, AbortSignal.any([signal, timer.signal]))]);
      timer.abort();
      rung = false;
      wake = null;
    },
  };
}
