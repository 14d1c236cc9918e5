import { type ChartProps, Frame, HEIGHT, WIDTH } from "./frame.tsx";

const WIDEST_BAR = 36;

/** Values over time as bars; several series are stacked, the first at the bottom. */
export function BarChart(props: ChartProps) {
  const slot = WIDTH / Math.max(1, props.labels.length);
  const width = Math.min(WIDEST_BAR, slot * 0.7);
  const places = props.labels.map((_, index) => slot * (index + 0.5));
  const sums = props.labels.map((_, index) => sumAt(props, index, props.series.length));
  return (
    <Frame
      {...props}
      most={Math.max(0, ...sums)}
      places={places}
      draw={(y) =>
        props.series.map(({ name, tone, values }, layer) => (
          <g key={name} className={`series ${tone}`}>
            {values.map((value, index) => {
              const below = sumAt(props, index, layer);
              return (
                <rect
                  key={props.labels[index]}
                  x={(places[index] ?? 0) - width / 2}
                  y={y(below + value)}
                  width={width}
                  height={Math.max(0, HEIGHT - y(value))}
                >
                  <title>
                    {props.labels[index]}: {value} {name}
                  </title>
                </rect>
              );
            })}
          </g>
        ))
      }
    />
  );
}

function sumAt({ series }: ChartProps, index: number, layers: number): number {
  return series.slice(0, layers).reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}
