export { type AdoptedActivity, type JournalOptions, type OpenJournal, openJournal } from "./open-journal.ts";
