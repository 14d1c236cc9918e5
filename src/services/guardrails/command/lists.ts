/**
 * Whether a space-separated list contains a name. A hook searches each of many lists only once, so building sets would cost
 * more.
 */
export function lists(names: string, name: string): boolean {
  return name !== "" && !name.includes(" ") && ` ${names} `.includes(` ${name} `);
}
