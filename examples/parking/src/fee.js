import { isHoliday } from "./holidays.js";

const FREE_MINUTES = 30;
const CENTS_PER_HOUR = 200;
const DAILY_MAXIMUM = 1500;

/** What a stay costs, in cents. Short stays are free; after that, a partial hour is charged as a full hour. */
export function feeFor(minutes, day) {
  if (isHoliday(day)) return 0;
  if (minutes <= FREE_MINUTES) return 0;
  const hours = Math.ceil(minutes / 60);
  return Math.max(hours * CENTS_PER_HOUR, DAILY_MAXIMUM);
}
