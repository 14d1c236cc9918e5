import type { OpenForge } from "../../../domain/ports/forge.ts";

/** The host that keeps the pull requests: how to push to it, and how to speak with it. */
export interface Hosting {
  readonly token: string;
  readonly openForge: OpenForge;
}
