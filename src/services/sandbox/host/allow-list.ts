import type { Command } from "../../../domain/ports/sandbox.ts";
import type { Plan } from "../plan/plan.ts";
import { installationOf } from "./installations.ts";
import { isWithin, realpath } from "./paths.ts";
import type { System } from "./system.ts";
import type { Toolchains } from "./toolchains.ts";
import { distrust, ownersOf } from "./trust.ts";

/** A folder or file on the host that a command may see, and the reason. */
export interface Allowance {
  readonly path: string;
  readonly why: string;
}

export interface HostFacts {
  readonly home: string;
  readonly system: System;
  readonly toolchains: Toolchains;
}

/**
 * Everything that may be mounted for a command. This list is complete, and building it reads no file in the
 * tree or in a lent folder: a repository can select from it (a Python by its virtualenv, a version by
 * `.python-version`), but it cannot add to it.
 */
export function allowedMounts(
  { home, system, toolchains }: HostFacts,
  command: Pick<Command, "tree" | "lent" | "readable" | "network">,
  program: string | null,
): readonly Allowance[] {
  const because = (why: string, paths: readonly string[]): readonly Allowance[] =>
    paths.map((path) => ({ path, why }));
  return [
    ...because(
      "part of the system",
      system.binds[command.network ?? "none"].map(({ source }) => source),
    ),
    ...because("a toolchain found on the user's own search path", toolchains.readable),
    ...because("a Python from one of the user's version managers", toolchains.interpreters),
    ...because("the installation of the program", hostInstallation(program, toolchains, home)),
    ...because(
      "the cache of a compiler in the user's home",
      toolchains.caches.map(({ source }) => source),
    ),
    ...because("named by AgentForge itself", command.readable ?? []),
    ...because("the tree", [command.tree]),
    ...because(
      "lent to the tree by its working copy",
      (command.lent ?? []).map(({ source }) => source),
    ),
  ];
}

/** Mounts of a plan that the list does not allow, or that are a link to something it does not allow. */
export function strayMounts(plan: Plan, allowed: readonly Allowance[]): readonly string[] {
  const sources = [...plan.binds.map(({ source }) => source), ...plan.overlays.map(({ lower }) => lower)];
  const real = allowed.flatMap(({ path }) => realpath(path) ?? []);
  return sources.filter((source) => {
    const resolved = realpath(source);
    const isNamed = allowed.some(({ path }) => isWithin(source, path));
    return !isNamed || resolved === null || !real.some((path) => isWithin(resolved, path));
  });
}

/** Links of a program are followed only if the user's own PATH leads to it. */
export function hostInstallation(
  program: string | null,
  toolchains: Toolchains,
  home: string,
): readonly string[] {
  if (program === null || !toolchains.trusted.some((folder) => isInFolder(program, folder))) return [];
  const owners = ownersOf(home);
  return installationOf(program, home).filter((root) => distrust(root, owners) === null);
}

function isInFolder(file: string, folder: string): boolean {
  return file.slice(0, file.lastIndexOf("/")) === folder;
}
