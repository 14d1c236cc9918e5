import { openRedactor, readEnvironment } from "../../app.ts";
import { runCli } from "./run-cli.ts";

const environment = readEnvironment();
await runCli(environment, openRedactor(environment.secrets));
