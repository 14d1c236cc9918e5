import { GO } from "./go.ts";
import { JAVA } from "./java.ts";
import { PYTHON } from "./python.ts";
import { RUST } from "./rust.ts";
import { TYPESCRIPT } from "./typescript.ts";

/** What `agentforge init` offers, by file name below `.agentforge/contracts/`. */
export const STARTER_CONTRACTS: readonly {
  readonly file: string;
  /** A repository with such files wants it. */
  readonly wantedBy: readonly string[];
  readonly text: string;
}[] = [
  { file: "python.yaml", wantedBy: ["*.py"], text: PYTHON },
  { file: "typescript.yaml", wantedBy: ["*.ts", "*.tsx", "*.js", "*.jsx"], text: TYPESCRIPT },
  { file: "go.yaml", wantedBy: ["*.go"], text: GO },
  { file: "rust.yaml", wantedBy: ["*.rs"], text: RUST },
  { file: "java.yaml", wantedBy: ["*.java"], text: JAVA },
];
