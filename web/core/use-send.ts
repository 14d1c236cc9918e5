import { useState } from "react";
import { sayProblem } from "./toasts.tsx";

/** Sends a request and shows the error if it is rejected. Nothing is shown as done before the server confirms it. */
export function useSend(): readonly [
  boolean,
  <Result>(work: () => Promise<Result>) => Promise<Result | null>,
] {
  const [isSending, setSending] = useState(false);
  const send = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    setSending(true);
    try {
      return await work();
    } catch (error) {
      sayProblem(error);
      return null;
    } finally {
      setSending(false);
    }
  };
  return [isSending, send];
}
