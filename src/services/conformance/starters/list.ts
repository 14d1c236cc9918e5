import { GO } from "./go.ts";
import { GO_STRICT } from "./go-strict.ts";
import { JAVA } from "./java.ts";
import { JAVA_STRICT } from "./java-strict.ts";
import { licenseHeader } from "./license-header.ts";
import { PYTHON } from "./python.ts";
import { PYTHON_STRICT } from "./python-strict.ts";
import { RUST } from "./rust.ts";
import { RUST_STRICT } from "./rust-strict.ts";
import type { Starter } from "./starter.ts";
import { TYPESCRIPT } from "./typescript.ts";
import { TYPESCRIPT_STRICT } from "./typescript-strict.ts";

/** What `agentforge init` offers. */
export const STARTERS: readonly Starter[] = [
  PYTHON,
  PYTHON_STRICT,
  TYPESCRIPT,
  TYPESCRIPT_STRICT,
  GO,
  GO_STRICT,
  RUST,
  RUST_STRICT,
  JAVA,
  JAVA_STRICT,
  licenseHeader("MIT"),
];
