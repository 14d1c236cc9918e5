/** The path of an attempt's copy of the project: useless to a reader, and removed when the attempt ends. */
const COPY = /(?:file:\/\/)?\/[^\s'"`()]*\/\.agentforge\/attempts\/[\w-]+\/tree\//g;

/** A text in which files of a copy are named as they are in the project. */
export function withoutCopyPath(text: string): string {
  return text.replaceAll(COPY, "");
}
