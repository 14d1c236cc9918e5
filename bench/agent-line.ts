/** How one case ended. `solved` and `wrong` are the results of the hidden tests for a proposed change. */
export type Verdict =
  | "solved"
  | "wrong"
  /** No change was proposed. */
  | "none"
  /** The hidden tests pass without any change, so the case proves nothing. */
  | "void"
  /** The case could not be prepared or judged. */
  | "error";

export interface Line {
  readonly id: string;
  readonly brain: string;
  readonly verdict: Verdict;
  /** Whether the gate would ask a person before the change lands. */
  readonly asked: boolean;
  readonly status: string;
  readonly why: string;
  readonly confidence: number | null;
  readonly questions: number;
  readonly tokens: number;
  /** Null if the price of the model is unknown. */
  readonly cost_usd: number | null;
  readonly seconds: number;
}

interface Total {
  readonly cases: number;
  readonly solved: number;
  readonly asked: number;
  readonly wrong: number;
  readonly wrong_unasked: number;
  readonly none: number;
  readonly void: number;
  readonly errors: number;
  readonly tokens: number;
  readonly cost_usd: number | null;
  readonly seconds: number;
}

export function totalOf(lines: readonly Line[]): Total {
  const count = (test: (line: Line) => boolean) => lines.filter(test).length;
  const sum = (of: (line: Line) => number) => lines.reduce((all, line) => all + of(line), 0);
  const priced = lines.every((line) => line.cost_usd !== null);
  return {
    cases: lines.length,
    solved: count((line) => line.verdict === "solved"),
    asked: count((line) => line.asked),
    wrong: count((line) => line.verdict === "wrong"),
    wrong_unasked: count((line) => line.verdict === "wrong" && !line.asked),
    none: count((line) => line.verdict === "none"),
    void: count((line) => line.verdict === "void"),
    errors: count((line) => line.verdict === "error"),
    tokens: sum((line) => line.tokens),
    cost_usd: priced ? sum((line) => line.cost_usd ?? 0) : null,
    seconds: sum((line) => line.seconds),
  };
}

export function renderLine(line: Line): string {
  const asked = line.asked ? "asked" : "";
  const why = line.verdict === "solved" ? "" : `  ${line.why || line.status}`;
  return `${line.verdict.padEnd(6)} ${asked.padEnd(5)} ${line.id}  ${line.tokens.toLocaleString("en")} tokens, ${money(line.cost_usd)}, ${line.seconds.toFixed(1)} s${why}`;
}

export function renderTotal(total: Total): string {
  return [
    `${total.solved} of ${total.cases} solved, ${total.wrong} wrong (${total.wrong_unasked} without asking), ${total.none} without a change, ${total.asked} asked`,
    ...(total.void + total.errors > 0 ? [`${total.void} void, ${total.errors} could not be judged`] : []),
    `${total.tokens.toLocaleString("en")} tokens, ${money(total.cost_usd)}, ${total.seconds.toFixed(1)} s`,
  ].join("\n");
}

function money(cost: number | null): string {
  return cost === null ? "price unknown" : `$${cost.toFixed(4)}`;
}
