/** Whether a list of names, in one text, has a name. A hook looks once in many lists: making sets of them costs more. */
export function lists(names: string, name: string): boolean {
  return name !== "" && ` ${names} `.includes(` ${name} `);
}
