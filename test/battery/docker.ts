import "./own-temporary.ts";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OwnEngine, startEngine } from "./docker-engine.ts";
import { importImages } from "./docker-images.ts";
import { scenarios } from "./docker-scenarios.ts";
import { report } from "./report.ts";

/**
 * The sandbox backend `docker` against a real engine, as a person would use it: `doctor`, single commands,
 * tests and repairs, with the limits, with images that lack something, and with processes that are killed.
 * The battery starts its own engine and imports images built from what this machine has. Exits with 3 if
 * there is no `dockerd`, if we are not root, or if the engine does not start.
 */
const PYTEST_IMAGE = "python-with-pytest:3";
const root = mkdtempSync(join(tmpdir(), "docker-"));
chmodSync(root, 0o755);

const engine = await startEngine(join(root, "engine"));
if (typeof engine === "string") voided(engine);
else await main(engine);

async function main(engine: OwnEngine): Promise<void> {
  try {
    const startedAt = performance.now();
    const failed = await importImages(engine, root, PYTEST_IMAGE).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (failed !== null) {
      voided(failed);
      return;
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const { checks, controls } = await scenarios(engine, {
      root,
      plain: settings("plain", {}),
      withPytest: settings("pytest", { python3: PYTEST_IMAGE }),
    });
    const wrong = checks.filter(({ holds }) => !holds);
    report(
      {
        title: "the sandbox backend docker with a real engine",
        counts: [
          { name: "seconds to import the images", value: seconds },
          { name: "checks", value: checks.length },
          { name: "checks that do not hold", value: wrong.length, mustBe: 0 },
        ],
        controls,
      },
      wrong.map(({ what, shown }) => `${what}: ${shown.slice(0, 1500)}`),
    );
  } finally {
    await engine.stop();
  }
}

function voided(why: string): void {
  console.log(`VOID: ${why}`);
  process.exitCode = 3;
}

/** A folder with a user's settings that choose the backend. */
function settings(name: string, images: Readonly<Record<string, string>>): string {
  const folder = join(root, name, "agentforge");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "config.yaml"), JSON.stringify({ sandbox: { backend: "docker", images } }));
  return join(root, name);
}
