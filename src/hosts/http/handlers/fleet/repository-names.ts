import type { Fleet } from "../../../../domain/ports/fleet.ts";

/** Maps a repository id to its address; an id whose repository was removed maps to itself. */
export async function repositoryNames({
  fleet,
}: {
  readonly fleet: Pick<Fleet, "repositories">;
}): Promise<(repositoryId: string) => string> {
  const urls = new Map((await fleet.repositories()).map(({ repository_id, url }) => [repository_id, url]));
  return (repositoryId) => urls.get(repositoryId) ?? repositoryId;
}
