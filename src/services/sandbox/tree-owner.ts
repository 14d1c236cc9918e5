/** The uid that root becomes. Any would do that owns nothing on the host. */
export const ordinaryUid = 65_432;

/** Whom a tree should belong to that commands will run on; undefined if that is whoever runs this. */
export function treeOwner(): number | undefined {
  return process.getuid?.() === 0 ? ordinaryUid : undefined;
}
