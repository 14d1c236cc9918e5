export { openAttempts } from "./open-attempts.ts";
export { type OpenCertificates, openCertificates } from "./open-certificates.ts";
export { openEscalations } from "./open-escalations.ts";
export { type OpenReviews, openReviews } from "./open-reviews.ts";
export { createPlanDocuments } from "./plans/documents.ts";
export { openPlanFolders } from "./plans/folders.ts";
export { openPlans } from "./plans/open-plans.ts";
