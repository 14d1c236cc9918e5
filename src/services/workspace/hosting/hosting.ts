import type { OpenForge } from "../../../domain/ports/forge.ts";

/** The host of the pull requests: how to push to it, and how to call its API. */
export interface Hosting {
  readonly token: string;
  readonly openForge: OpenForge;
}
