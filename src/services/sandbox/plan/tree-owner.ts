/** The uid that root becomes: any uid that owns nothing on the host. */
export const ordinaryUid = 65_432;

/** The owner of a tree that commands will run on; undefined if that is the current user. */
export function treeOwner(): number | undefined {
  return process.getuid?.() === 0 ? ordinaryUid : undefined;
}
