import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findBreaches, findCrowded, findWebBreaches, SHARED_WITH_WEB } from "./support/floors.ts";
import { findCircle, readModules, type SourceModule } from "./support/imports.ts";

const modules = readModules(fileURLToPath(new URL("../src", import.meta.url)));
const web = readModules(fileURLToPath(new URL("../web", import.meta.url)));

describe("the floors of src", () => {
  it("has modules to check", () => {
    expect(modules.length).toBeGreaterThan(20);
    expect(modules.some((module) => module.internal.length > 0)).toBe(true);
  });

  it("respects every floor and prohibition", () => {
    expect(findBreaches(modules)).toEqual([]);
  });

  it("has no import cycle, including types", () => {
    expect(findCircle(modules)).toBeNull();
  });

  it("keeps the folders of workflows small enough to read as a table of contents", () => {
    const workflows = modules.map(({ path }) => path).filter((path) => path.startsWith("workflows/"));
    expect(findCrowded(workflows, 25)).toEqual([]);
  });
});

describe("the review page", () => {
  it("imports types of the API and the entities and the shared rules, nothing else of the program", () => {
    expect(web.length).toBeGreaterThan(0);
    expect(findWebBreaches(web)).toEqual([]);
  });

  it.each(SHARED_WITH_WEB)("uses %s, which loads no package", (rule) => {
    expect(web.filter(({ internal }) => internal.includes(`../src/${rule}`))).not.toEqual([]);
    const [found] = modules.filter(({ path }) => path === rule);
    expect(found?.external).toEqual([]);
  });

  it.each([
    [
      "another rule",
      "domain/rules/proof/gate.ts",
      'import { judgeGate } from "../src/domain/rules/proof/gate.ts";',
    ],
    ["a workflow's types", "workflows/ports.ts", 'import type { Ports } from "../src/workflows/ports.ts";'],
    [
      "code from the API",
      "hosts/http/api/routes.ts",
      'import { ROUTES } from "../src/hosts/http/api/routes.ts";',
    ],
    [
      "code among types",
      "domain/entities/review.ts",
      'import { Review, type Decision } from "../src/domain/entities/review.ts";',
    ],
  ])("may not import %s", (_name, target, text) => {
    const page = { path: "page.tsx", internal: [`../src/${target}`], external: [], text };
    expect(findWebBreaches([page])).not.toEqual([]);
  });

  it("may import types and a shared rule", () => {
    const text = [
      'import { counted } from "../src/domain/rules/text/counted.ts";',
      'import { useState } from "react";',
      'import type { InboxItem } from "../src/hosts/http/api/inbox.ts";',
    ].join("\n");
    const internal = ["../src/domain/rules/text/counted.ts", "../src/hosts/http/api/inbox.ts"];
    expect(findWebBreaches([{ path: "page.tsx", internal, external: ["react"], text }])).toEqual([]);
  });
});

describe("the floor test can fail", () => {
  it.each<[string, SourceModule]>([
    ["an upward import", module("domain/rules/x.ts", ["services/config/index.ts"])],
    ["a service that imports a service", module("services/testing/x.ts", ["services/sandbox/index.ts"])],
    [
      "a workflow that imports a service",
      module("workflows/repair/repair.ts", ["services/sandbox/index.ts"]),
    ],
    [
      "a workflow that takes all ports",
      { ...module("workflows/repair/x.ts", []), text: "function x(ports: Ports) {}" },
    ],
    ["a host that reaches past the app", module("hosts/cli/x.ts", ["services/journal/index.ts"])],
    ["a host that imports another host", module("hosts/cli/x.ts", ["hosts/http/index.ts"])],
    ["a folder that is not listed", module("helpers/x.ts", [])],
    ["a service that is not listed", module("services/misc/x.ts", [])],
    [
      "a domain that reads the clock",
      { ...module("domain/x.ts", []), text: "export const at = Date.now();" },
    ],
    ["a service that prints", { ...module("services/state/x.ts", []), text: "console.log(1);" }],
    [
      "a service that reads the environment",
      { ...module("services/state/x.ts", []), text: "process.env.HOME" },
    ],
  ])("finds %s", (_name, breach) => {
    expect(findBreaches([breach])).not.toEqual([]);
  });

  it("finds a folder with too many entries, including folders", () => {
    const paths = ["workflows/a.ts", "workflows/b.ts", "workflows/c/d.ts", "workflows/c/e.ts"];
    expect(findCrowded(paths, 3)).toEqual([]);
    expect(findCrowded(paths, 2)).toEqual(["workflows"]);
  });

  it("finds a cycle through types", () => {
    const circle = findCircle([
      module("domain/a.ts", ["domain/b.ts"]),
      module("domain/b.ts", ["domain/a.ts"]),
    ]);
    expect(circle).toEqual(["domain/a.ts", "domain/b.ts", "domain/a.ts"]);
  });
});

function module(path: string, internal: string[]): SourceModule {
  return { path, internal, external: [], text: "" };
}
