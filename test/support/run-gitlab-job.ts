import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { parse } from "yaml";
import { z } from "zod";

const root = fileURLToPath(new URL("../..", import.meta.url));

const Template = z.object({
  agentforge: z.object({
    variables: z.record(z.string(), z.string()),
    before_script: z.array(z.string()),
    script: z.array(z.string()),
    artifacts: z.object({ paths: z.array(z.string()), reports: z.object({ codequality: z.string() }) }),
  }),
});

/**
 * Runs the job of the GitLab template like a runner does: all lines in one shell, which exits on the first failure.
 */
export async function runGitlabJob(cwd: string, variables: Readonly<Record<string, string>>) {
  const text = readFileSync(join(root, "templates/agentforge.gitlab-ci.yml"), "utf8");
  const { agentforge: job } = Template.parse(parse(text));
  const folder = mkdtempSync(join(tmpdir(), "agentforge-runner-"));
  const programs = join(folder, "bin");
  mkdirSync(programs);
  // Stands in for the package that the first line would install.
  const shim = `#!/bin/sh\nexec "${process.execPath}" "${join(root, "bin/agentforge.js")}" "$@"\n`;
  writeFileSync(join(programs, "agentforge"), shim);
  chmodSync(join(programs, "agentforge"), 0o755);
  const script = ["set -eo pipefail", ...job.before_script, ...job.script].join("\n");
  try {
    const ran = await execa("bash", ["-c", script], {
      cwd,
      env: {
        ...{ CI: "true", GITLAB_CI: "true" },
        ...job.variables,
        ...variables,
        PATH: `${programs}:${variables.PATH ?? process.env.PATH}`,
      },
      reject: false,
      all: true,
      stdin: "ignore",
      timeout: 120_000,
    });
    return {
      exitCode: ran.exitCode,
      log: ran.all,
      codequality: join(cwd, job.artifacts.reports.codequality),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
