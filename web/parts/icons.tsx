/** Drawn on a 16 × 16 grid, sized to the surrounding text. */
const PATHS = {
  inbox: "M2 9.5 4 3h8l2 6.5V13H2V9.5Zm0 0h3.5l1 2h3l1-2H14",
  runs: "M8 2.5a5.5 5.5 0 1 0 5.5 5.5M8 5v3l2 1.5M10.5 2.8 13 3v2.4",
  violations: "M8 2.5 14 13H2L8 2.5ZM8 6.5v3M8 11v.6",
  plans: "M4 2.5h8v11H4zM6 5.5h4M6 8h4M6 10.5h2.5",
  journal: "M3 3h4.5L8 4l.5-1H13v9.5H8.5L8 13l-.5-.5H3zM8 4v9",
  overview: "M2.5 13.5h11M4 11V8M7 11V4M10 11V6.5M13 11V3",
  light:
    "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9",
  help: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM6.2 6.3c.2-2.3 3.8-2.1 3.6.2C9.7 7.8 8 7.8 8 9.3M8 11v.6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
