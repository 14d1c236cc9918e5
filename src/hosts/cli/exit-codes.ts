export type ExitCode = 0 | 1 | 2;

/** The exit codes of every command: the only place that words them. */
export const EXIT_CODES = [
  { code: 0, name: "done", meaning: "" },
  {
    code: 1,
    name: "unsuccessful",
    meaning:
      "it ran, but violations, damage or differences were found, nothing was found or repaired, or a change was declined or did not land",
  },
  {
    code: 2,
    name: "could not run",
    meaning: "bad input, no repository, tests that do not start; the message says what to do",
  },
  { code: 130, name: "interrupted", meaning: "" },
] as const;

/** All of them in one line, for `--help`. */
export const EXIT_CODE_LINE = `Exit codes: ${EXIT_CODES.map(({ code, name }) => `${code} ${name}`).join(", ")}.`;
