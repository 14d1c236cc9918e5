export { openQueue } from "./open-queue.ts";
