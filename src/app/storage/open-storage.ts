import { randomBytes } from "node:crypto";
import type { OpenForge } from "../../domain/ports/forge.ts";
import type { Activity } from "../../domain/ports/journal.ts";
import type { Environment, Settings } from "../../services/config/index.ts";
import { openForge } from "../../services/forge/index.ts";
import { treeOwner } from "../../services/sandbox/index.ts";
import { openState } from "../../services/state/index.ts";
import {
  currentOwner,
  ensureStateFolder,
  isMarkAlive,
  markOf,
  openWorkspace,
  type Protocol,
} from "../../services/workspace/index.ts";
import { openRedactor, type ProcessRedactor } from "../redaction/open-redactor.ts";
import { redactedPort, redactedWorkspace } from "../redaction/ports.ts";
import { addressFor, databaseUrl } from "./database-address.ts";
import { openRecordedJournal } from "./recorded-journal.ts";

export interface StorageOptions {
  readonly environment: Environment;
  readonly root: string;
  readonly stateFolder: string;
  /** The address of the database in the user's settings. */
  readonly setting: Parameters<typeof databaseUrl>[1];
  /** How commits are made, in the user's settings. */
  readonly commits: Settings["commits"];
  readonly now: () => string;
  readonly redactor?: ProcessRedactor;
  readonly warn?: (message: string) => void;
  readonly recorded?: (decision: Activity) => void;
  /** Protocols allowed for pushing; default: https and ssh. */
  readonly protocols?: readonly Protocol[];
}

/** All storage: working copy, database, state files and journal, behind one redactor. */
export async function openStorage({
  environment,
  root,
  stateFolder,
  setting,
  commits,
  now,
  ...options
}: StorageOptions) {
  await ensureStateFolder(root);
  const url = databaseUrl(environment, setting);
  const redactor = options.redactor ?? openRedactor(environment.secrets);
  redactor.useKeyOf(stateFolder, true);
  if (url?.password) redactor.know(url.password);
  const opened = await openWorkspace({
    root,
    stateFolder,
    now: () => new Date(),
    randomId: () => randomBytes(6).toString("hex"),
    git: gitProgram(environment),
    commits: { signing: commits.signing, coAuthor: commits.co_author },
    treeOwner: treeOwner(),
    ...(environment.hosting && { hosting: hostingOf(environment.hosting) }),
    ...(options.protocols && { protocols: options.protocols }),
  });
  const workspace = redactedWorkspace(opened, redactor);
  const postgres = url && addressFor(url, root, await workspace.origin());
  const state = await openState({ folder: stateFolder, now, ...(postgres && { postgres }) });
  const kept = await openRecordedJournal({
    state,
    references: workspace.references,
    stateFolder,
    now,
    redact: redactor.text,
    mark: markOf(await currentOwner()),
    isMarkAlive: (mark) => isMarkAlive(mark, false),
    ...options,
  });
  return { redactor, opened, workspace, state, exports: redactedPort(state.exports, redactor), ...kept };
}

function hostingOf(hosting: NonNullable<Environment["hosting"]>) {
  const { token } = hosting;
  return { token, openForge: (place: Parameters<OpenForge>[0]) => openForge({ ...hosting, ...place }) };
}

export function gitProgram(environment: Environment) {
  return {
    path: "git",
    env: { PATH: environment.path, HOME: environment.home, ...environment.gitVariables },
  };
}
