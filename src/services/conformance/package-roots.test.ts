import { describe, expect, it } from "vitest";
import { runOver } from "./fixture-run.ts";

const FLOORS = `id: floors
description: Who may import whom
applies_to: ["**/*.{go,rs}"]
checks:
  - id: layers
    message: An import runs against the layers.
    layers:
      layers:
        - { name: web, paths: ["**/web/**"], may_import: [core] }
        - { name: core, paths: ["**/core/**"], packages: [web, "std::*"] }
`;

/** What `layers` reports about the only file of `core`. */
async function judge(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const outcome = await runOver(FLOORS, files);
  expect(outcome.problems).toEqual([]);
  return outcome.findings.map(({ message }) => message ?? "");
}

const go = (specifier: string) => `package core\n\nimport "${specifier}"\n`;

describe("layers resolves Go modules", () => {
  it.each<[title: string, files: Record<string, string>, found: readonly string[]]>([
    [
      "by the module path",
      {
        "go.mod": "module example.com/shop // ours\n\ngo 1.22\n",
        "internal/web/page.go": "package web\n",
        "core/core.go": go("example.com/shop/internal/web"),
      },
      ["core may not import web (internal/web/page.go)"],
    ],
    [
      "in a folder of the repository, next to others",
      {
        "go.work": "go 1.22\n\nuse (\n\t./services/core\n\t./services/web\n)\n",
        "services/core/go.mod": "module example.com/core\n",
        "services/web/go.mod": 'module "example.com/web/v2"\n',
        "services/web/pages/page.go": "package pages\n",
        "services/core/core.go": go("example.com/web/v2/pages"),
      },
      ["core may not import web (services/web/pages/page.go)"],
    ],
    [
      "by the longest path, when one module contains another",
      {
        "go.mod": "module example.com/shop\n",
        "tools/web/go.mod": "module example.com/shop/web\n",
        "tools/web/page.go": "package web\n",
        "core/core.go": go("example.com/shop/web"),
      },
      ["core may not import web (tools/web/page.go)"],
    ],
    [
      "by a replacement with a folder",
      {
        "core/go.mod": "module example.com/core\n\nreplace (\n\texample.com/pages v1.2.0 => ../web\n)\n",
        "web/page.go": "package web\n",
        "core/core.go": go("example.com/pages"),
      },
      ["core may not import web (web/page.go)"],
    ],
    [
      "and does not mistake a package of the standard library for a folder with the same name",
      {
        "go.mod": "module example.com/shop\n",
        "web/page.go": "package web\n",
        "core/core.go": go("web"),
      },
      [],
    ],
    [
      "and reads another module as a package",
      {
        "go.mod": "module example.com/shop\n",
        "web/page.go": "package web\n",
        "core/core.go": go("example.com/other/web"),
      },
      ["core may not import the package example.com/other/web"],
    ],
    [
      "and without a go.mod, by the end of the path",
      { "web/page.go": "package web\n", "core/core.go": go("example.com/shop/web") },
      ["core may not import web (web/page.go)"],
    ],
  ])("%s", async (_, files, found) => {
    expect(await judge(files)).toEqual(found);
  });
});

describe("layers resolves the crates of a Cargo workspace", () => {
  const WEB = { "crates/web/src/lib.rs": "pub mod page;\n", "crates/web/src/page.rs": "" };
  it.each<[title: string, manifest: string, use: string, found: readonly string[]]>([
    [
      "by the name of the package, with underscores",
      '[package]\nname = "shop-web"\n\n[[bin]]\nname = "other"\n',
      "use shop_web::page::Page;",
      ["core may not import web (crates/web/src/page.rs)"],
    ],
    [
      "by the name of the library",
      '[lib]\nname = "pages"\n\n[package]\nname = "shop-web"\n',
      "use pages::{Page, Other};",
      ["core may not import web (crates/web/src/lib.rs)"],
    ],
    ["and no others", '[package]\nname = "shop-web"\n', "use std::io;", []],
  ])("%s", async (_, manifest, use, found) => {
    const files = {
      "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
      "crates/web/Cargo.toml": manifest,
      "crates/core/Cargo.toml": '[package]\nname = "shop-core"\n',
      "crates/core/src/lib.rs": `${use}\n`,
      ...WEB,
    };
    expect(await judge(files)).toEqual(found);
  });
});
