import { z } from "zod";

const seconds = z.number().positive();
const count = z.int().positive();

/** How the tests of a project are run, where nothing recognizes them. A line is short for `{ run: line }`. */
const TestCommand = z.preprocess(
  (given) => (typeof given === "string" ? { run: given } : given),
  z.strictObject({
    run: z.string().min(1),
    /** What it prints or writes; `auto` recognizes TAP and JUnit XML, and else goes by the exit code. */
    report: z.enum(["auto", "tap", "junit", "exit"]).default("auto"),
    /** Report files it writes, as globs from its folder. */
    reports: z.array(z.string().min(1)).default([]),
    folder: z.string().min(1).default("."),
    /** Only in repositories with such a file, as a glob. */
    when: z.string().min(1).nullable().default(null),
    /** Files that hold tests, as globs. */
    tests: z.array(z.string().min(1)).default([]),
  }),
);
const commandName = z.string().regex(/^[a-z][a-z0-9-]*$/, "a name is lower case letters, digits and dashes");

/** Cache reads and writes cost what input costs, unless they have a price. */
const Price = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cache_read: z.number().nonnegative().optional(),
  cache_write: z.number().nonnegative().optional(),
});

/**
 * `config.yaml`, in the user's own folder and in `.agentforge/` of a repository. Every key is optional. The second
 * is data: nothing in it names a command to run, and it counts only where it is stricter (see `tighten.ts`).
 */
export const Settings = z.strictObject({
  gate: z
    .strictObject({
      mode: z.enum(["autonomous", "supervised", "threshold"]).default("threshold"),
      ask_after_failed_iterations: z.int().nonnegative().default(2),
      ask_below_confidence: z.number().min(0).max(1).default(0.7),
      /** Lets changes land without asking although no test runs their lines. The record says so. */
      allow_uncovered: z.boolean().default(false),
      /**
       * How many new words, numbers and operators of code each fixed test or violation can prove. A larger change is
       * asked about: a few examples cannot tell a right rule from a wrong one.
       */
      tokens_per_test: z.number().nonnegative().default(2),
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
        ]),
    })
    .prefault({}),
  repair: z
    .strictObject({
      max_iterations: count.default(5),
      budget_seconds: seconds.default(120),
      allow_test_edits: z.boolean().default(false),
    })
    .prefault({}),
  /** Where an approved change goes unless the answer says otherwise. */
  landing: z.enum(["current-branch", "branch", "pull-request"]).default("current-branch"),
  /** How the commit of a landing is made. */
  commits: z
    .strictObject({
      /**
       * Where `commit.gpgsign` is on: `honor` signs as your git does, or does not land; `refuse` leaves the commit to
       * you; `unsigned` lands without a signature.
       */
      signing: z.enum(["honor", "refuse", "unsigned"]).default("honor"),
      /** `Name <address>` for a `Co-authored-by` trailer. */
      co_author: z
        .string()
        .regex(
          /^[^<>\p{Cc}]*[^<>\p{Cc}\s] <[^<>\s\p{Cc}]+@[^<>\s\p{Cc}]+>$/u,
          "a co-author is written `Name <address>`",
        )
        .nullable()
        .default(null),
    })
    .prefault({}),
  tests: z
    .strictObject({
      timeout_seconds: seconds.default(300),
      /** How long tests may work without output before they are taken to hang; null leaves it to the framework. */
      silence_seconds: seconds.nullable().default(null),
      /** How often failing tests are run again on the unpatched tree, to tell flaky from broken. */
      flaky_reruns: z.int().nonnegative().default(1),
      /** Suites that do not take part, as globs over `framework@folder` or over the folder. The record names them. */
      exclude: z.array(z.string().min(1)).default([]),
      /** Test commands by name. The name is the framework in `framework@folder`. */
      commands: z.record(commandName, TestCommand).default({}),
    })
    .prefault({}),
  daemon: z
    .strictObject({
      /** How often one violation is tried before only a person can have it tried again. */
      attempt_limit: count.default(3),
      cooldown_seconds: z.number().nonnegative().default(3600),
      concurrency: count.default(2),
      maximum_per_run: count.default(20),
      pause_on_test_failure: z.boolean().default(true),
      interval_seconds: seconds.default(60),
      /** How long work is held without a sign of life before another process takes it over. */
      lease_seconds: z.number().min(1).default(60),
    })
    .prefault({}),
  sandbox: z
    .strictObject({
      memory_mb: count.default(2048),
      processes: count.default(256),
      disk_mb: count.default(1024),
      output_mb: count.default(8),
    })
    .prefault({}),
  /** `search`, `llm`, `hybrid` or `provider:model`. Keys and addresses never come from here. */
  brain: z.string().min(1).nullable().default(null),
  /** What a model may use in one run. */
  model: z
    .strictObject({
      /** How long search goes first where both brains work. */
      search_seconds: seconds.default(30),
      budget_seconds: seconds.default(900),
      max_steps: count.default(60),
      max_tokens: count.default(1_000_000),
      max_cost_usd: z.number().positive().default(2),
      /** What the model can read at once; older steps are shortened before that. */
      context_tokens: count.default(120_000),
      max_output_tokens: count.default(8192),
      /** How much a model thinks before it answers; null leaves it to the provider. */
      effort: z.enum(["none", "minimal", "low", "medium", "high", "xhigh"]).nullable().default(null),
      temperature: z.number().min(0).max(2).nullable().default(null),
      /** How long a model may say nothing; null is 120 s, and 600 s for models on your own machine. */
      silence_seconds: seconds.nullable().default(null),
      /** By `provider:model`, in US dollars for a million tokens. */
      prices: z.record(z.string().regex(/^[a-z-]+:./, "a price is for `provider:model`"), Price).default({}),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof Settings>;

export const DEFAULT_SETTINGS: Settings = Settings.parse({});

/** What only the user's own file may say beside that. */
export const UserSettings = Settings.extend({
  /** Absolute paths of repositories whose own settings count as if the user had written them. */
  trusted_repositories: z.array(z.string()).default([]),
  /** `postgres://…`, where the state is not to be in a SQLite file of each repository. */
  database: z.string().min(1).nullable().default(null),
});
