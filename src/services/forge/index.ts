import { hash } from "node:crypto";
import type { Forge, ForgeKind } from "../../domain/ports/forge.ts";
import type { ForgePlace } from "./forge.ts";
import { openGitea } from "./gitea.ts";
import { openGithub } from "./github.ts";
import { openGitlab } from "./gitlab.ts";

const FORGES = { github: openGithub, gitlab: openGitlab, gitea: openGitea };

/** `kind` if it is given; otherwise it is derived from the host's name, by default GitHub. */
export function openForge(place: ForgePlace & { readonly kind?: ForgeKind }): Forge {
  return FORGES[place.kind ?? kindOf(place.host)](place, (text) => hash("sha256", text));
}

function kindOf(host: string): ForgeKind {
  if (/(?:^|[.-])gitlab\b/i.test(host)) return "gitlab";
  if (/(?:^|[.-])(?:gitea|forgejo)\b|^codeberg\.org$/i.test(host)) return "gitea";
  return "github";
}
