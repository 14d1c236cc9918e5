/** The day of an ISO time, in UTC. */
export function dayOf(time: string): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The Monday of its week. */
export function weekOf(time: string): string {
  const date = new Date(time);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
