import { AgentForgeError } from "../../domain/errors.ts";
import type { Database, Queries } from "../../domain/ports/database.ts";
import type { ExportContent, ExportProblem, Exports } from "../../domain/ports/exports.ts";

export interface PublishedFiles {
  publish(id: string): Promise<void>;
  /** The expected content of an entity's YAML file; null if the path is not one. */
  exported(path: string): Promise<unknown>;
  /**
   * Compares the files of these entities with the database and repairs files that are missing, damaged or
   * outdated.
   */
  repair(ids: readonly string[]): Promise<ExportProblem[]>;
}

export interface PublishedFilesOptions {
  readonly database: Database;
  readonly exports: Exports;
  /** The expected content of an entity's files, by path. */
  contents(queries: Queries, id: string): Promise<Readonly<Record<string, ExportContent>>>;
}

/**
 * Writes the files of one kind of entity from the database, while holding its lock, so that a slow process
 * cannot overwrite a newer state with an older one. If a file cannot be written, the database still has
 * everything: the file is written later, and work that is already stored does not fail.
 */
export function createPublishedFiles({ database, exports, contents }: PublishedFilesOptions): PublishedFiles {
  const late = new Set<string>();

  async function write(queries: Queries, id: string): Promise<void> {
    for (const [path, content] of Object.entries(await contents(queries, id))) {
      if ("yaml" in content) await exports.writeYaml(path, content.yaml);
      else await exports.reconcile(path, content);
    }
  }

  return {
    async publish(id) {
      late.delete(id);
      try {
        await database.transaction((queries) => write(queries, id));
      } catch (error) {
        if (!isTemporary(error)) throw error;
        late.add(id);
        return;
      }
      for (const other of [...late]) {
        await database
          .transaction((queries) => write(queries, other))
          .then(
            () => late.delete(other),
            () => undefined,
          );
      }
    },
    async exported(path) {
      const id = /([^/]+)\.yaml$/.exec(path)?.[1];
      if (id === undefined) return null;
      const files = await contents(database, id).catch(noneSuch);
      const content = files[path];
      return content !== undefined && "yaml" in content ? content.yaml : null;
    },
    async repair(ids) {
      const findings: ExportProblem[] = [];
      for (const id of ids) {
        await database.transaction(async (queries) => {
          for (const [path, content] of Object.entries(await contents(queries, id))) {
            const finding = await exports.reconcile(path, content);
            if (finding !== null) findings.push(finding);
          }
        });
      }
      return findings;
    },
  };
}

function noneSuch(error: unknown): Readonly<Record<string, ExportContent>> {
  if (error instanceof AgentForgeError && error.code === "not_found") return {};
  throw error;
}

function isTemporary(error: unknown): boolean {
  return error instanceof AgentForgeError && ["disk_full", "read_only", "busy"].includes(error.code);
}
