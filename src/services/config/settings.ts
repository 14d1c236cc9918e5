import { z } from "zod";

const seconds = z.number().positive();
const count = z.int().positive();

/** How to run a project's tests if they are not detected. A string is short for `{ run: string }`. */
const TestCommand = z.preprocess(
  (given) => (typeof given === "string" ? { run: given } : given),
  z.strictObject({
    run: z.string().min(1),
    /** What it prints or writes; `auto` recognizes TAP and JUnit XML, and otherwise uses the exit code. */
    report: z.enum(["auto", "tap", "junit", "exit"]).default("auto"),
    /** Report files it writes, as globs from its folder. */
    reports: z.array(z.string().min(1)).default([]),
    folder: z.string().min(1).default("."),
    /** Applies only in repositories with a file that matches this glob. */
    when: z.string().min(1).nullable().default(null),
    /** Files that contain tests, as globs. */
    tests: z.array(z.string().min(1)).default([]),
  }),
);
const commandName = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, "a name consists of lowercase letters, digits and dashes");

/** Cache reads and writes cost what input costs, unless they have a price. */
const Price = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cache_read: z.number().nonnegative().optional(),
  cache_write: z.number().nonnegative().optional(),
});

/**
 * `config.yaml`, in the user's own folder and in `.agentforge/` of a repository. Every key is optional. The
 * second is untrusted: nothing in it names a command to run, and it applies only if it is stricter (see
 * `stricter-settings.ts`). The descriptions are what people read: in docs/settings.md, in the file that
 * `init` writes, and in their editor.
 */
export const Settings = z.strictObject({
  gate: z
    .strictObject({
      mode: z
        .enum(["autonomous", "supervised", "threshold"])
        .default("threshold")
        .describe("When a proven change may land without asking, with `--auto` or in the daemon."),
      ask_after_failed_iterations: z
        .int()
        .nonnegative()
        .default(2)
        .describe("In `threshold` mode: ask after this many failed attempts."),
      ask_below_confidence: z
        .number()
        .min(0)
        .max(1)
        .default(0.7)
        .describe("In `threshold` mode: ask when the confidence is lower."),
      allow_uncovered: z
        .boolean()
        .default(false)
        .describe("Let a change land without asking even if no test runs its lines. The record says so."),
      tokens_per_test: z
        .number()
        .nonnegative()
        .default(2)
        .describe(
          "How many new words, numbers and operators of code are allowed for each fixed test. Larger changes lead to a question in every mode.",
        ),
      critical_files: z
        .array(z.string())
        .default([
          ...["**/*.env*", "**/*.key", "**/*.pem", "**/*secret*", "**/*secret*/**", "**/*credential*"],
          ...["**/auth/**", "**/auth{,[._-]*}", "**/security/**", "**/security{,[._-]*}"],
          ...[
            "**/Dockerfile*",
            "**/*.dockerfile",
            "**/.dockerignore",
            "**/docker-compose*",
            "**/compose.y*ml",
          ],
        ])
        .describe("In `threshold` mode: globs of files for which AgentForge asks about every change."),
    })
    .prefault({})
    .describe("When AgentForge asks before a change lands."),
  repair: z
    .strictObject({
      max_iterations: count.default(5).describe("How many changes may build on each other."),
      budget_seconds: seconds.default(120).describe("How long search may look for a fix."),
      allow_test_edits: z
        .boolean()
        .default(false)
        .describe("Accept changes to the tests that judge a change. The tests then prove less."),
    })
    .prefault({})
    .describe("Repairing failing tests."),
  landing: z
    .enum(["current-branch", "branch", "pushed-branch", "pull-request"])
    .default("current-branch")
    .describe("Where an approved change lands, unless you choose another place when you approve."),
  commits: z
    .strictObject({
      signing: z
        .enum(["honor", "refuse", "unsigned"])
        .default("honor")
        .describe(
          "When `commit.gpgsign` is on: `honor` signs as your git does or does not land, `refuse` leaves the commit to you, `unsigned` lands without a signature.",
        ),
      co_author: z
        .string()
        .regex(
          /^[^<>\p{Cc}]*[^<>\p{Cc}\s] <[^<>\s\p{Cc}]+@[^<>\s\p{Cc}]+>$/u,
          "a co-author is written `Name <address>`",
        )
        .nullable()
        .default(null)
        .describe("`Name <address>` for a `Co-authored-by` trailer."),
    })
    .prefault({})
    .describe("How landing commits are created."),
  tests: z
    .strictObject({
      timeout_seconds: seconds.default(300).describe("How long a run of all tests may take."),
      silence_seconds: seconds
        .nullable()
        .default(null)
        .describe(
          "How long tests may work without output before they count as hanging; null means 20 to 60 s, depending on the framework, and at least 40 s in the first run of a suite.",
        ),
      flaky_reruns: z
        .int()
        .nonnegative()
        .default(1)
        .describe("How many times failing tests run again on the unchanged code, to detect flaky tests."),
      exclude: z
        .array(z.string().min(1))
        .default([])
        .describe(
          "Suites to exclude, as globs over `framework@folder` or over the folder. The record names them.",
        ),
      commands: z
        .record(commandName, TestCommand)
        .default({})
        .describe(
          "Your own test commands, by name: a command line, or `run`, `report`, `reports`, `folder`, `when`, `tests`.",
        ),
    })
    .prefault({})
    .describe("Running tests."),
  daemon: z
    .strictObject({
      attempt_limit: count
        .default(3)
        .describe("How many times a violation is attempted before only a person can start another attempt."),
      cooldown_seconds: z
        .number()
        .nonnegative()
        .default(3600)
        .describe("How long to wait before a violation is tried again after a failed attempt."),
      concurrency: count.default(2).describe("How many violations are worked on at once."),
      maximum_per_run: count.default(20).describe("How many violations one round works on."),
      pause_on_test_failure: z
        .boolean()
        .default(true)
        .describe("Fix nothing while the project's own tests fail."),
      require_approval: z
        .boolean()
        .default(true)
        .describe(
          "Ask before a fix lands. With `false`, or `daemon --auto`, a fix lands without asking, unless the gate requires approval.",
        ),
      interval_seconds: seconds.default(60).describe("How long to wait between two rounds."),
      lease_seconds: z
        .number()
        .min(1)
        .default(60)
        .describe("How long a claim lasts without a heartbeat before another process takes over the work."),
    })
    .prefault({})
    .describe("The daemon, which fixes violations and executes approved plans."),
  sandbox: z
    .strictObject({
      memory_mb: count.default(2048).describe("Memory for everything that a command starts."),
      processes: count.default(256).describe("How many processes and threads may exist at once."),
      disk_mb: count.default(1024).describe("What may be written to disk."),
      output_mb: count.default(8).describe("How much output is kept."),
      backend: z
        .enum(["bubblewrap", "namespaces", "docker"])
        .nullable()
        .default(null)
        .describe("The only backend to use; null uses the best one that works."),
      images: z
        .record(z.string().min(1), z.string().min(1))
        .default({})
        .describe(
          "Images for the `docker` backend, by the program that a command starts, such as `python3`; `*` is for all others.",
        ),
    })
    .prefault({})
    .describe("The sandbox that every command runs in, and its limits."),
  brain: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe(
      "`search`, `llm`, `hybrid` or `provider:model`, such as `ollama:qwen3-coder`. Keys and addresses come only from the environment.",
    ),
  model: z
    .strictObject({
      search_seconds: seconds
        .default(30)
        .describe("How long search works before the model takes over, when both brains are used."),
      budget_seconds: seconds.default(900).describe("How long a model may work."),
      max_steps: count.default(60).describe("How many answers the model may give."),
      max_tokens: count.default(1_000_000).describe("How many tokens, input and output together."),
      max_cost_usd: z.number().positive().default(2).describe("How much money, in US dollars."),
      context_tokens: count
        .default(120_000)
        .describe("How much the model can read at once; older steps are shortened before that."),
      max_output_tokens: count.default(8192).describe("How long one answer may be."),
      effort: z
        .enum(["none", "minimal", "low", "medium", "high", "xhigh"])
        .nullable()
        .default(null)
        .describe("How much a model reasons before it answers; null leaves it to the provider."),
      temperature: z
        .number()
        .min(0)
        .max(2)
        .nullable()
        .default(null)
        .describe("Null leaves it to the provider."),
      silence_seconds: seconds
        .nullable()
        .default(null)
        .describe(
          "How long a model may be silent; null means 120 s, or 600 s for models on your own machine.",
        ),
      prices: z
        .record(z.string().regex(/^[a-z-]+:./, "each price belongs to a `provider:model`"), Price)
        .default({})
        .describe(
          "By `provider:model`, in US dollars per million tokens: `input`, `output`, `cache_read`, `cache_write`.",
        ),
    })
    .prefault({})
    .describe("What a model may use in one run."),
});
export type Settings = z.infer<typeof Settings>;

export const DEFAULT_SETTINGS: Settings = Settings.parse({});

/** Additional settings that only the user's own file may have. */
export const UserSettings = Settings.extend({
  trusted_repositories: z
    .array(z.string())
    .default([])
    .describe("Absolute paths of repositories whose settings are treated like your own."),
  database: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe(
      "`postgres://…`, to keep the state on a server instead of in a SQLite file in each repository.",
    ),
});
