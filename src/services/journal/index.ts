export { createCheckpoints, type Deciding, withCheckpoints } from "./checkpoints.ts";
export { type AdoptedActivity, type OpenJournal, openJournal } from "./open-journal.ts";
