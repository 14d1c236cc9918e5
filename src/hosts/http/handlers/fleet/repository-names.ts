import type { FleetContext } from "../../context.ts";

/** The address of each repository by its id; of one that was removed since, the id. */
export async function repositoryNames({ fleet }: FleetContext): Promise<(repositoryId: string) => string> {
  const urls = new Map((await fleet.repositories()).map(({ repository_id, url }) => [repository_id, url]));
  return (repositoryId) => urls.get(repositoryId) ?? repositoryId;
}
