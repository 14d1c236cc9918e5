import type { Suite } from "../../domain/ports/testing.ts";
import type { Evidence, Framework, Project } from "./contract.ts";
import { Strength } from "./contract.ts";
import { isInside } from "./paths.ts";

interface FrameworkEvidence extends Evidence {
  readonly framework: Framework;
}

/**
 * Every suite of the tree, best evidence first. In one folder, the strongest framework of a language wins; a folder
 * inside another suite of the same framework belongs to it unless it has its own configuration; an unrecognized command
 * is used only if nothing else was found, above or below.
 */
export async function detectSuites(project: Project, frameworks: readonly Framework[]): Promise<Suite[]> {
  const found: FrameworkEvidence[] = [];
  for (const framework of frameworks) {
    for (const evidence of await framework.detect(project)) found.push({ ...evidence, framework });
  }
  const kept = found
    .filter((each) => !found.some((other) => beats(other, each)))
    .filter((each, at, strong) => strong.findIndex((other) => isSameSuite(other, each)) === at)
    .filter((each, _, strong) => !strong.some((other) => contains(other, each)));
  return kept
    .sort((a, b) => b.strength - a.strength || a.root.length - b.root.length || (a.root < b.root ? -1 : 1))
    .map(({ framework, root, why }) => ({ framework: framework.meta.id, root, why }));
}

/** Several files may configure one suite, as `pyproject.toml` and `tox.ini` do for pytest. */
function isSameSuite(other: FrameworkEvidence, evidence: FrameworkEvidence): boolean {
  return other.root === evidence.root && other.framework === evidence.framework;
}

function beats(other: FrameworkEvidence, evidence: FrameworkEvidence): boolean {
  if (other.root !== evidence.root || other === evidence) return false;
  const rivals = other.framework.meta.language === evidence.framework.meta.language || isAny(evidence);
  return rivals && other.strength > evidence.strength;
}

function contains(other: FrameworkEvidence, evidence: FrameworkEvidence): boolean {
  if (isAny(evidence) && !isAny(other))
    return isInside(other.root, evidence.root) || isInside(evidence.root, other.root);
  if (other.root === evidence.root || !isInside(other.root, evidence.root)) return false;
  if (other.framework !== evidence.framework) return false;
  return evidence.strength < Strength.config || other.strength >= Strength.script;
}

function isAny(evidence: FrameworkEvidence): boolean {
  return evidence.framework.meta.language === "any";
}
