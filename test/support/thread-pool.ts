import { wakeThreadPool } from "../../src/hosts/cli/wake-thread-pool.ts";

wakeThreadPool();
