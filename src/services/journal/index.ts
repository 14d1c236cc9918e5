export { type JournalOptions, type OpenJournal, openJournal } from "./open-journal.ts";
