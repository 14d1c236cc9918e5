import { useState } from "react";
import { sayProblem } from "./toasts.tsx";

/** Sends something and says why where it is refused. Nothing is shown as done before the server says so. */
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
