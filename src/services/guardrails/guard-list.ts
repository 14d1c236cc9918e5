import type { Guard } from "./guard.ts";
import { budget } from "./guards/budget.ts";
import { commandPolicy } from "./guards/command-policy.ts";
import { contextInjection } from "./guards/context-injection.ts";
import { contextPreservation } from "./guards/context-preservation.ts";
import { fileProtection } from "./guards/file-protection.ts";
import { loopDetection } from "./guards/loop-detection.ts";
import { pathSandbox } from "./guards/path-sandbox.ts";
import { preCompletionChecklist } from "./guards/pre-completion-checklist.ts";
import { secretRedaction } from "./guards/secret-redaction.ts";
import { testGuard } from "./guards/test-guard.ts";
import { traceLogging } from "./guards/trace-logging.ts";
import { verificationTracker } from "./guards/verification-tracker.ts";

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
