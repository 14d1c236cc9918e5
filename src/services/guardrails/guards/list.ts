import type { Guard } from "../guard.ts";
import { budget } from "./budget.ts";
import { commandPolicy } from "./command-policy.ts";
import { contextInjection } from "./context-injection.ts";
import { contextPreservation } from "./context-preservation.ts";
import { fileProtection } from "./file-protection.ts";
import { loopDetection } from "./loop-detection.ts";
import { pathSandbox } from "./path-sandbox.ts";
import { preCompletionChecklist } from "./pre-completion-checklist.ts";
import { secretRedaction } from "./secret-redaction.ts";
import { testGuard } from "./test-guard.ts";
import { traceLogging } from "./trace-logging.ts";
import { verificationTracker } from "./verification-tracker.ts";

/** In evaluation order: the first denial is reported. */
export const GUARDS: readonly Guard[] = [
  budget,
  fileProtection,
  pathSandbox,
  commandPolicy,
  loopDetection,
  verificationTracker,
  preCompletionChecklist,
  testGuard,
  contextInjection,
  contextPreservation,
  secretRedaction,
  traceLogging,
];
