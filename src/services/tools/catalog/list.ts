import type { Tool } from "../tool.ts";
import { cannotFix } from "./cannot-fix.ts";
import { checkFile } from "./check-file.ts";
import { complete } from "./complete.ts";
import { editFile } from "./edit-file.ts";
import { escalate } from "./escalate.ts";
import { getViolationContext } from "./get-violation-context.ts";
import { gitAdd } from "./git-add.ts";
import { gitBlame } from "./git-blame.ts";
import { gitCommit } from "./git-commit.ts";
import { gitDiff } from "./git-diff.ts";
import { gitLog } from "./git-log.ts";
import { gitShow } from "./git-show.ts";
import { gitStatus } from "./git-status.ts";
import { listDirectory } from "./list-directory.ts";
import { listViolations } from "./list-violations.ts";
import { loadContext } from "./load-context.ts";
import { readFile } from "./read-file.ts";
import { readViolation } from "./read-violation.ts";
import { runCheck } from "./run-check.ts";
import { runCommand } from "./run-command.ts";
import { runFullCheck } from "./run-full-check.ts";
import { runShell } from "./run-shell.ts";
import { runSingleTest } from "./run-single-test.ts";
import { runTests } from "./run-tests.ts";
import { searchCode } from "./search-code.ts";
import { searchFiles } from "./search-files.ts";
import { verifyViolationFixed } from "./verify-violation-fixed.ts";
import { writeFile } from "./write-file.ts";

export const TOOLS: readonly Tool[] = [
  ...[readFile, writeFile, editFile, listDirectory, searchFiles, searchCode, loadContext],
  ...[runCommand, runShell, runTests, runSingleTest],
  ...[
    runCheck,
    checkFile,
    verifyViolationFixed,
    runFullCheck,
    readViolation,
    listViolations,
    getViolationContext,
  ],
  ...[gitLog, gitBlame, gitShow, gitStatus, gitDiff, gitAdd, gitCommit],
  ...[complete, escalate, cannotFix],
];
