/**
 * Whether a space-separated list contains a name. A hook looks into many lists once each, so building sets would cost
 * more.
 */
export function lists(names: string, name: string): boolean {
  return name !== "" && ` ${names} `.includes(` ${name} `);
}
