/** The same program with nothing redacted: the battery's control. */

import { WITHOUT_REDACTION } from "../../../src/app/redaction/open-redactor.ts";
import { readEnvironment } from "../../../src/app.ts";
import { runCli } from "../../../src/hosts/cli/run-cli.ts";

await runCli(readEnvironment(), WITHOUT_REDACTION);
