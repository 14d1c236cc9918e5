import type { App } from "../../app.ts";
import type { InboxSection } from "../../workflows/inbox/inbox.ts";
import {
  escalationSection,
  fileSection,
  reviewSection,
  sessionSection,
} from "../../workflows/inbox/inbox-sections.ts";
import { planSection } from "../../workflows/inbox/plan-section.ts";
import { chooseBrainFor } from "../brains/brain-choice.ts";

/** Every section of the inbox. */
export function inboxSections({ ports, plans, environment, settings }: App): readonly InboxSection[] {
  const noModel = chooseBrainFor(environment, settings, null).kind === "search";
  return [
    reviewSection(ports),
    planSection(plans, noModel),
    escalationSection(ports),
    sessionSection(ports),
    fileSection(ports),
  ];
}
