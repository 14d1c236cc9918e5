export { createCheckpoints, type Deciding, withCheckpoints } from "./checkpoints.ts";
export { type AdoptedActivity, type JournalOptions, type OpenJournal, openJournal } from "./open-journal.ts";
