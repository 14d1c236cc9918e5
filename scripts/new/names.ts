export function isKebabCase(name: string): boolean {
  return /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name);
}

/** `line-length` as `lineLength`. */
export function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `line-length` as `line_length`. */
export function snakeCase(name: string): string {
  return name.replaceAll("-", "_");
}

/** `line-length` as `Line length`. */
export function titleOf(name: string): string {
  const words = name.replaceAll("-", " ");
  return words[0]?.toUpperCase() + words.slice(1);
}
