const TAKES_FOLDER = /^(?:-C|--directory)$/;
const TAKES_NOTHING =
  /^(?:--json|--no-color|-v|--verbose|--unsafe-no-sandbox|-V|--version|-h|--help|--all|--)$/;

/**
 * The possible readings of AgentForge's arguments as a command, without options: an option that is not known here may
 * take the next word as its value, or not.
 */
export function commandWords(args: readonly string[]): readonly (readonly string[])[] {
  return [plainWords(args, false), plainWords(args, true)];
}

function plainWords(args: readonly string[], takesValue: boolean): readonly string[] {
  const words: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? "";
    if (!word.startsWith("-")) words.push(word);
    else if (TAKES_FOLDER.test(word)) index += 1;
    else if (takesValue && !TAKES_NOTHING.test(word) && !word.includes("=")) index += 1;
  }
  return words;
}
