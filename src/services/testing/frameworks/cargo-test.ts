import { type CargoPackages, cargoPackages, readCargoText } from "../confirm/cargo-text.ts";
import type { FileRole, Framework, Invocation, Project, RunRequest } from "../contract.ts";
import { Strength } from "../contract.ts";
import { type CargoLayout, readCargoOutput } from "../ecosystems/cargo-report.ts";
import { folderOf, fromRoot, hasFolder, isInside, nameOf, toRoot } from "../paths.ts";

const FLAGS = {
  dropped:
    /^(-[vq]+|--(verbose|quiet|release|no-fail-fast|workspace|all|lib|bins|tests|doc|all-targets|color=.*))$/,
  droppedValue: /^(-p|--(package|color|test|bin|example|profile|jobs)|-j)$/,
  keptValue: /^(--features|-F|--exclude)$/,
  takesPaths: false,
};

export const cargoTest: Framework = {
  meta: {
    id: "cargo test",
    title: "cargo test",
    startedAs: "cargo test",
    why: "Stable Rust has no machine-readable test report: the compiler's messages are JSON, and the harness prints lines in a fixed format.",
    language: "rust",
    coverage: "none",
    examples: [
      { files: { "Cargo.toml": "[package]\n", "src/lib.rs": "#[cfg(test)]\nmod tests {}\n" }, roots: ["."] },
      {
        files: { "core/Cargo.toml": "[package]\n", "core/tests/a.rs": "#[test]\nfn a() {}\n" },
        roots: ["core"],
      },
      { files: { "src/lib.rs": "" }, roots: [] },
    ],
  },

  async detect(project) {
    const manifests = (await project.files()).filter((file) => nameOf(file) === "Cargo.toml").map(folderOf);
    return manifests
      .filter((root) => !manifests.some((other) => other !== root && isInside(other, root)))
      .map((root) => ({ root, strength: Strength.config, why: fromRoot(root, "Cargo.toml") }));
  },

  argumentsIn: ([program, word, ...rest]) => (program === "cargo" && word === "test" ? rest : null),

  tasks: { flags: FLAGS, flagsAfter: /^test$/, variables: testThreads, workspace },

  async command(request, project): Promise<Invocation> {
    const selected = selectionOf(request);
    const sources = (await project.files()).filter((file) => file.endsWith(".rs"));
    return {
      argv: [
        request.programs.cargo,
        ...["test", "--no-fail-fast", "--message-format=json", "--color=never"],
        ...selected.targets,
        ...selected.names,
      ],
      env: { CARGO_NET_OFFLINE: "true", RUST_BACKTRACE: "1" },
      artifacts: [],
      narrowed: selected.names.length > 0,
      context: { sources } satisfies CargoLayout,
    };
  },

  parse(process, invocation, request) {
    const layout = (invocation.context as CargoLayout | undefined) ?? { sources: [] };
    return readCargoOutput(process, layout, request);
  },

  confirm: {
    async command(request, project): Promise<Invocation> {
      const selected = selectionOf(request);
      return {
        argv: [
          request.programs.cargo,
          ...["test", "--color=never", "--no-fail-fast", "--offline"],
          ...selected.targets,
          ...selected.names,
        ],
        env: { CARGO_NET_OFFLINE: "true", RUST_BACKTRACE: "1" },
        artifacts: [],
        narrowed: selected.names.length > 0,
        context: await cargoPackages(request, project),
      };
    },
    parse: (process, invocation, request) =>
      readCargoText(process, invocation.context as CargoPackages, request),
  },

  role(path): FileRole | null {
    if (!hasFolder(path, ["tests", "benches"])) return null;
    return path.endsWith(".rs") ? "test" : "support";
  },
};

/** Names are matched exactly, in every target; doctests cannot be named without their line. */
function selectionOf({ selection, root }: RunRequest): { targets: string[]; names: string[] } {
  if (selection.kind === "all") return { targets: [], names: [] };
  if (selection.kind === "files") {
    const integration = selection.files.map(
      (file) => /^tests\/(\w[\w-]*)\.rs$/.exec(toRoot(root, file))?.[1],
    );
    if (integration.some((name) => name === undefined)) return { targets: [], names: [] };
    return { targets: integration.flatMap((name) => ["--test", name ?? ""]), names: [] };
  }
  const names = selection.ids.map((id) =>
    id
      .split("::")
      .slice(1)
      .join("::")
      .replace(/ #\d+$/, ""),
  );
  // The harness could interpret anything else as an option.
  const isName = (name: string) => /^[\p{L}_]/u.test(name) && !name.endsWith("(doc)");
  if (!names.every(isName)) return { targets: [], names: [] };
  return { targets: [], names: ["--", "--exact", ...new Set(names)] };
}

/** `cargo test -- --test-threads=1` as the equivalent variable. */
function testThreads(words: readonly string[]): Record<string, string> {
  const threads = /--test-threads[= ](\d+)/.exec(words.join(" "))?.[1];
  return threads ? { RUST_TEST_THREADS: threads } : {};
}

/** Without the flag, cargo tests only the root package of a workspace that has one. */
async function workspace({ root }: Pick<RunRequest, "root">, project: Project) {
  const manifest = (await project.text(fromRoot(root, "Cargo.toml"))) ?? "";
  return { flags: /^\s*\[workspace\]/m.test(manifest) ? ["--workspace"] : [], env: {} };
}
