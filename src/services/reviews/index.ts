export { type AttemptsOptions, openAttempts } from "./open-attempts.ts";
export { openEscalations } from "./open-escalations.ts";
export { openReviews, type ReviewsOptions } from "./open-reviews.ts";
