import type { ModelMessage } from "../../../domain/ports/model.ts";

/** A token is about four characters; code needs somewhat more tokens than prose. */
export function estimateTokens(messages: readonly ModelMessage[]): number {
  return Math.ceil(messages.reduce((sum, message) => sum + lengthOf(message), 0) / 3.5);
}

/**
 * The shortened conversation: the task and the newest turns are unchanged, older turns become one line each,
 * and the last test run is kept, because the model must not lose track of what still fails. `severity` 1
 * keeps six turns, 2 keeps two, 3 keeps one and shortens it.
 */
export function compact(messages: readonly ModelMessage[], severity: 1 | 2 | 3): readonly ModelMessage[] {
  const first = messages.findIndex((message) => message.role === "assistant");
  if (first < 0) return messages.map((message) => shorten(message, severity === 3 ? 8000 : 40_000));
  const head = messages.slice(0, first);
  const turns = splitTurns(messages.slice(first));
  const kept = turns.slice(-({ 1: 6, 2: 2, 3: 1 } as const)[severity]);
  const dropped = turns.slice(0, turns.length - kept.length);
  const longest = { 1: 24_000, 2: 8000, 3: 3000 }[severity];
  const tail = kept.flat().map((message) => shorten(message, longest));
  if (dropped.length === 0) return [...head, ...tail];
  return [...head, { role: "user", text: digest(dropped, longest) }, ...tail];
}

type Turn = readonly ModelMessage[];

function splitTurns(messages: readonly ModelMessage[]): Turn[] {
  const turns: ModelMessage[][] = [];
  for (const message of messages) {
    if (message.role === "assistant") turns.push([]);
    turns.at(-1)?.push(message);
  }
  return turns;
}

function digest(turns: readonly Turn[], longest: number): string {
  const lines = turns.flatMap((turn, index) =>
    turn.flatMap((message) => {
      if (message.role === "user") return [cut(message.text, 2000)];
      if (message.role !== "tool") return [];
      return message.results.map(
        (result) =>
          `${index + 1}. ${describeCall(turn, result.id)}: ${result.failed ? `failed: ${cut(result.text, 160)}` : "done"}`,
      );
    }),
  );
  const runs = turns
    .flatMap((turn) => turn.flatMap((message) => (message.role === "tool" ? message.results : [])))
    .filter((result) => /^run_(?:tests|single_test|full_check|check)$/.test(result.name));
  const last = runs.at(-1);
  return [
    "Earlier steps, shortened to save space:",
    ...lines,
    ...(last ? ["The last run of tests or checks among them:", cut(last.text, longest)] : []),
  ].join("\n");
}

function describeCall(turn: Turn, id: string): string {
  for (const message of turn) {
    if (message.role !== "assistant") continue;
    const call = message.calls.find((each) => each.id === id);
    if (call) return `${call.name} ${cut(call.written, 120)}`;
  }
  return "a call";
}

function shorten(message: ModelMessage, longest: number): ModelMessage {
  if (message.role === "tool") {
    return {
      ...message,
      results: message.results.map((each) => ({ ...each, text: cut(each.text, longest) })),
    };
  }
  return message.role === "user" ? { ...message, text: cut(message.text, longest) } : message;
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = Math.floor(longest / 2);
  return `${text.slice(0, half)}\n… ${text.length - 2 * half} characters left out …\n${text.slice(-half)}`;
}

function lengthOf(message: ModelMessage): number {
  switch (message.role) {
    case "assistant":
      return message.calls.reduce(
        (sum, call) => sum + call.written.length + 50,
        message.text.length + (message.opaque?.content.length ?? 0),
      );
    case "tool":
      return message.results.reduce((sum, result) => sum + result.text.length + 50, 0);
    default:
      return message.text.length;
  }
}
