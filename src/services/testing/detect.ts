import type { Suite } from "../../domain/ports/testing.ts";
import type { Evidence, Framework, Project } from "./contract.ts";
import { Strength } from "./contract.ts";
import { isInside } from "./paths.ts";

interface Finding extends Evidence {
  readonly framework: Framework;
}

/**
 * Every suite of the tree, best evidence first. In one folder, the strongest framework of a language wins; a folder
 * inside another suite of the same framework belongs to it unless it has its own configuration; an unrecognized command
 * is used only if nothing else was found, above or below.
 */
export async function detectSuites(project: Project, frameworks: readonly Framework[]): Promise<Suite[]> {
  const findings: Finding[] = [];
  for (const framework of frameworks) {
    for (const evidence of await framework.detect(project)) findings.push({ ...evidence, framework });
  }
  const kept = findings
    .filter((finding) => !findings.some((other) => beats(other, finding)))
    .filter((finding, at, strong) => strong.findIndex((other) => isSameSuite(other, finding)) === at)
    .filter((finding, _, strong) => !strong.some((other) => contains(other, finding)));
  return kept
    .sort((a, b) => b.strength - a.strength || a.root.length - b.root.length || (a.root < b.root ? -1 : 1))
    .map(({ framework, root, why }) => ({ framework: framework.meta.id, root, why }));
}

/** Several files may configure one suite, as `pyproject.toml` and `tox.ini` do for pytest. */
function isSameSuite(other: Finding, finding: Finding): boolean {
  return other.root === finding.root && other.framework === finding.framework;
}

function beats(other: Finding, finding: Finding): boolean {
  if (other.root !== finding.root || other === finding) return false;
  const rivals = other.framework.meta.language === finding.framework.meta.language || isAny(finding);
  return rivals && other.strength > finding.strength;
}

function contains(other: Finding, finding: Finding): boolean {
  if (isAny(finding) && !isAny(other))
    return isInside(other.root, finding.root) || isInside(finding.root, other.root);
  if (other.root === finding.root || !isInside(other.root, finding.root)) return false;
  if (other.framework !== finding.framework) return false;
  return finding.strength < Strength.config || other.strength >= Strength.script;
}

function isAny(finding: Finding): boolean {
  return finding.framework.meta.language === "any";
}
