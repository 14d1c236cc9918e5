/** Events of the guards' examples. */
export const command = (line: string) =>
  ({ event: "before_tool", tool: { kind: "shell", name: "Bash", command: line } }) as const;

export const read = (path: string) =>
  ({ event: "before_tool", tool: { kind: "read", name: "read_file", paths: [path] } }) as const;

export const write = (path: string) =>
  ({ event: "before_tool", tool: { kind: "write", name: "write_file", paths: [path] } }) as const;

export const edited = (path: string) =>
  ({
    event: "after_tool",
    tool: { kind: "write", name: "edit_file", paths: [path] },
    result: { exit_code: null, output: "" },
  }) as const;

export const ran = (line: string, output: string) =>
  ({ ...command(line), event: "after_tool", result: { exit_code: 0, output } }) as const;

export const failed = (line: string, exit_code: number, output: string) =>
  ({ ...command(line), event: "tool_failed", result: { exit_code, output } }) as const;

export const edit = edited("src/app.py");
export const green = ran("pytest -q", "5 passed in 0.12s");
