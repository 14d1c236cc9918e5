/** A command line from one of the project's files that runs its tests. */
export interface ProjectCommand {
  readonly words: readonly string[];
  /** Variables that the file sets for it. */
  readonly env: Readonly<Record<string, string>>;
  /** The file, and where in it. */
  readonly from: string;
}

/** Reads one kind of file in a suite's folder. `text` is null if the file does not exist. */
export interface CommandSource {
  readonly file: string;
  /** `root` is the absolute path of the suite's folder. */
  read(text: string, root: string): readonly ProjectCommand[];
}
