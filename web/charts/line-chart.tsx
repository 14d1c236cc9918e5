import { type ChartProps, Frame, WIDTH } from "./frame.tsx";
import { placesOf } from "./scale.ts";

/** Values over time as lines. */
export function LineChart(props: ChartProps) {
  const places = placesOf(props.labels.length, WIDTH);
  const most = Math.max(0, ...props.series.flatMap(({ values }) => values));
  return (
    <Frame
      {...props}
      most={most}
      places={places}
      draw={(y) =>
        props.series.map(({ name, tone, values }) => (
          <g key={name} className={`series ${tone}`}>
            <polyline points={values.map((value, index) => `${places[index]},${y(value)}`).join(" ")} />
            {values.length <= 31 &&
              values.map((value, index) => (
                <circle key={props.labels[index]} cx={places[index]} cy={y(value)} r={2.5}>
                  <title>
                    {props.labels[index]}: {value} {name}
                  </title>
                </circle>
              ))}
          </g>
        ))
      }
    />
  );
}
