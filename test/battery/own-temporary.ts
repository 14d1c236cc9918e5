import { useOwnTemporary } from "../support/temporary.ts";

/** Imported first: what a battery leaves when it is interrupted goes with it, or at the next run. */
process.on("exit", useOwnTemporary());
