const HOLIDAYS = ["01-01", "12-25"];

/** Days are written as month and day, such as "12-25". */
export function isHoliday(day) {
  return HOLIDAYS.find((holiday) => holiday == day) !== undefined;
}
