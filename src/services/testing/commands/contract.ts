/** A command line by which a project itself runs its tests, as one of its files has it. */
export interface ProjectCommand {
  readonly words: readonly string[];
  /** Variables that the file sets for it. */
  readonly env: Readonly<Record<string, string>>;
  /** The file, and the place in it. */
  readonly from: string;
}

/** Reads one kind of file in a suite's folder. `text` is null when there is no such file. */
export interface CommandSource {
  readonly file: string;
  /** `root` is the absolute path of the suite's folder. */
  read(text: string, root: string): readonly ProjectCommand[];
}
