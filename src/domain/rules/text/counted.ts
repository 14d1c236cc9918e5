/** A number with its noun: `1 action`, `2 actions`, `0 actions`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
