import { cannotFix } from "./catalog/cannot-fix.ts";
import { checkFile } from "./catalog/check-file.ts";
import { complete } from "./catalog/complete.ts";
import { editFile } from "./catalog/edit-file.ts";
import { escalate } from "./catalog/escalate.ts";
import { getViolationContext } from "./catalog/get-violation-context.ts";
import { gitAdd } from "./catalog/git-add.ts";
import { gitBlame } from "./catalog/git-blame.ts";
import { gitCommit } from "./catalog/git-commit.ts";
import { gitDiff } from "./catalog/git-diff.ts";
import { gitLog } from "./catalog/git-log.ts";
import { gitShow } from "./catalog/git-show.ts";
import { gitStatus } from "./catalog/git-status.ts";
import { listDirectory } from "./catalog/list-directory.ts";
import { listViolations } from "./catalog/list-violations.ts";
import { loadContext } from "./catalog/load-context.ts";
import { readFile } from "./catalog/read-file.ts";
import { readViolation } from "./catalog/read-violation.ts";
import { runCheck } from "./catalog/run-check.ts";
import { runCommand } from "./catalog/run-command.ts";
import { runFullCheck } from "./catalog/run-full-check.ts";
import { runShell } from "./catalog/run-shell.ts";
import { runSingleTest } from "./catalog/run-single-test.ts";
import { runTests } from "./catalog/run-tests.ts";
import { searchCode } from "./catalog/search-code.ts";
import { searchFiles } from "./catalog/search-files.ts";
import { verifyViolationFixed } from "./catalog/verify-violation-fixed.ts";
import { writeFile } from "./catalog/write-file.ts";
import type { Tool } from "./tool.ts";

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
