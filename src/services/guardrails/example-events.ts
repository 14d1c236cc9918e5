/** Events shared by the examples of several guards. */
export const edit = {
  event: "after_tool",
  tool: { kind: "write", name: "edit_file", paths: ["src/app.py"] },
  result: { exit_code: null, output: "" },
} as const;

export const green = {
  event: "after_tool",
  tool: { kind: "shell", name: "Bash", command: "pytest -q" },
  result: { exit_code: 0, output: "5 passed in 0.12s" },
} as const;
