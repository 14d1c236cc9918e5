import type { ReactNode } from "react";
import { Columns } from "../parts/lists.tsx";
import { spread, ticksTo } from "./scale.ts";

export const WIDTH = 560;
export const HEIGHT = 150;
const LEFT = 34;
const BOTTOM = 22;
const TOP = 8;

export interface Series {
  readonly name: string;
  readonly tone: "accent" | "good" | "bad" | "warn" | "neutral" | "dark";
  readonly values: readonly number[];
}

export interface ChartProps {
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
}

interface FrameProps extends ChartProps {
  readonly most: number;
  /** The x position of each label. */
  readonly places: readonly number[];
  /** Draws the values; `y` maps a value to its vertical position. */
  readonly draw: (y: (value: number) => number) => ReactNode;
}

/** The axes of a chart, its legend, and its data as a table. */
export function Frame({ title, labels, series, most, places, draw }: FrameProps) {
  const ticks = ticksTo(most);
  const y = (value: number) => HEIGHT - (value / (ticks.at(-1) ?? 1)) * HEIGHT;
  return (
    <figure className="chart">
      <svg
        viewBox={`${-LEFT} ${-TOP} ${WIDTH + LEFT + 12} ${HEIGHT + TOP + BOTTOM}`}
        role="img"
        aria-label={`${title}. The table below has the numbers.`}
      >
        {ticks.map((tick) => (
          <g key={tick} className="axis">
            <line x1={0} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
            <text x={-6} y={y(tick) + 3.5} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {spread(labels.length, 6).map((index) => (
          <text
            key={labels[index]}
            className="axis-label"
            x={places[index]}
            y={HEIGHT + 16}
            textAnchor="middle"
          >
            {labels[index]?.slice(5)}
          </text>
        ))}
        {draw(y)}
      </svg>
      {series.length > 1 && (
        <ul className="legend">
          {series.map(({ name, tone }) => (
            <li key={name}>
              <span className={`swatch ${tone}`} /> {name}
            </li>
          ))}
        </ul>
      )}
      <Numbers title={title} labels={labels} series={series} />
    </figure>
  );
}

function Numbers({ title, labels, series }: ChartProps) {
  return (
    <details>
      <summary>The numbers</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className="scrolls" role="region" aria-label={`${title}, as a table`} tabIndex={0}>
        <table className="counts">
          <Columns names={["Day", ...series.map(({ name }) => name)]} />
          <tbody>
            {labels.map((label, index) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{values[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
