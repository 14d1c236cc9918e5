import { useState } from "react";
import type { StepResult } from "../../src/domain/entities/session.ts";
import type { ToolCall, ToolResult } from "../../src/domain/entities/tool.ts";
import { callTarget } from "../../src/domain/rules/runs/call-target.ts";
import { duration } from "../core/time.ts";
import { Shown } from "../parts/shown.tsx";

/** A decision; expands to show its calls and their results. */
export function Step({ step, number }: { readonly step: StepResult; readonly number: number }) {
  const [isOpen, setOpen] = useState(false);
  const calls = step.action?.tool_calls ?? [];
  const [first] = calls;
  const words = step.action?.reasoning.trim() ?? "";
  return (
    <li className={step.success ? "step" : "step failed"}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className="step-number">{number}</span>
          <span className="step-words">
            {first && (
              <code>
                <Shown text={`${first.name} ${callTarget(first)}`.trim()} />
              </code>
            )}{" "}
            <Shown text={words.split("\n")[0] ?? ""} />
          </span>
          <span className="muted">{duration(step.duration_seconds)}</span>
        </summary>
        {isOpen && <StepBody step={step} calls={calls} words={words} />}
      </details>
    </li>
  );
}

function StepBody({ step, calls, words }: { step: StepResult; calls: readonly ToolCall[]; words: string }) {
  return (
    <div className="step-body">
      {words.includes("\n") && (
        <p className="lines-of-text">
          <Shown text={words} />
        </p>
      )}
      {calls.map((call, index) => (
        <Call key={index} call={call} result={step.tool_results[index]} />
      ))}
      {step.tool_results.slice(calls.length).map((result, index) => (
        <Result key={index} result={result} />
      ))}
      {step.error !== null && (
        <p className="bad">
          <Shown text={step.error} />
        </p>
      )}
    </div>
  );
}

function Call({ call, result }: { readonly call: ToolCall; readonly result: ToolResult | undefined }) {
  return (
    <>
      <h4>
        Call <code>{call.name}</code>
      </h4>
      <pre className="output">
        <Shown text={readable(call.parameters)} />
      </pre>
      {result === undefined ? <p className="muted">No result is on record.</p> : <Result result={result} />}
    </>
  );
}

function Result({ result }: { readonly result: ToolResult }) {
  return (
    <>
      <h4>
        {result.success ? "Result" : "Failed"}{" "}
        <span className="muted">{duration(result.duration_seconds)}</span>
      </h4>
      <pre className="output">
        <Shown text={result.success ? readable(result.output) : (result.error ?? "no reason is on record")} />
      </pre>
    </>
  );
}

function readable(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
