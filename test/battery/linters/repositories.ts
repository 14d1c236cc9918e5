import type { PublishedProject } from "../repositories-fetch.ts";

/** A well-known project, and a file that breaks one starter rule of its language. */
export interface KnownRepository {
  readonly project: PublishedProject;
  readonly violation: { readonly path: string; readonly text: string; readonly check: string };
}

/** Flask 3.1.0 is checked as Python 3.9, which newer versions of mypy and click do not support. */
const FLASK_TOOLS = "ruff==0.8.0 mypy==1.13.0 pyright click==8.1.7";
const VENV = "python3 -m venv .venv";
const EVAL = { python: "eval(input())\n", javascript: "eval(process.argv[2]);\n" } as const;
const GO_LOOP =
  'package chi\n\nimport "os"\n\nfunc closeAll(files []*os.File) {\n\tfor _, file := range files {\n\t\tdefer file.Close()\n\t}\n}\n';

export const KNOWN_REPOSITORIES: readonly KnownRepository[] = [
  {
    project: {
      name: "flask",
      source: { pypi: "flask==3.1.0" },
      install: [VENV, `.venv/bin/pip install -q ${FLASK_TOOLS} -e .`],
    },
    violation: { path: "src/flask/fresh.py", text: EVAL.python, check: "no-eval" },
  },
  {
    project: { name: "requests", source: { pypi: "requests==2.32.3" }, install: [] },
    violation: { path: "src/requests/fresh.py", text: EVAL.python, check: "no-eval" },
  },
  {
    project: { name: "express", source: { npm: "express@5.1.0" }, install: [] },
    violation: { path: "lib/fresh.js", text: EVAL.javascript, check: "no-eval" },
  },
  {
    project: { name: "rxjs", source: { npm: "rxjs@7.8.1" }, install: [] },
    violation: { path: "src/internal/fresh.ts", text: EVAL.javascript, check: "no-eval" },
  },
  {
    project: { name: "chi", source: { go: "github.com/go-chi/chi/v5@v5.1.0" }, install: [] },
    violation: { path: "fresh.go", text: GO_LOOP, check: "no-defer-in-loop" },
  },
];
