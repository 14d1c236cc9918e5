export { openQueue, type QueueOptions } from "./open-queue.ts";
