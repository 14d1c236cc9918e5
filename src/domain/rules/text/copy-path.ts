/** The path of an attempt's copy of the project: meaningless to a reader, and gone when the attempt ends. */
const COPY = /(?:file:\/\/)?\/[^\s'"`()]*\/\.agentforge\/attempts\/[\w-]+\/tree\//g;

/** The text with paths of the copy replaced by paths of the project. */
export function withoutCopyPath(text: string): string {
  return text.replaceAll(COPY, "");
}
