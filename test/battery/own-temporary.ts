import { useOwnTemporary } from "../support/temporary.ts";

/** Imported first: whatever an interrupted battery leaves is removed with it, or at the next run. */
process.on("exit", useOwnTemporary());
