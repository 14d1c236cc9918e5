import { openRedactor, readEnvironment } from "../../app.ts";
import { runCli } from "./run-cli.ts";
import { wakeThreadPool } from "./wake-thread-pool.ts";

wakeThreadPool();
const environment = readEnvironment();
await runCli(environment, openRedactor(environment.secrets));
