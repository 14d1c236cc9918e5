/** One thing that a model did, for whoever watches. Lines of visible characters, already cut. */
export interface ModelActivity {
  /** The tool; null when the model only spoke, or when it is waited for. */
  readonly call: string | null;
  /** The file, command or test the call is about; empty when it names none. */
  readonly target: string;
  /** What the model said with it; empty when it said nothing. */
  readonly words: string;
  readonly used: {
    readonly steps: number;
    readonly tokens: number;
    /** Null when the price of the model is not known. */
    readonly costUsd: number | null;
    readonly seconds: number;
  };
}

/** `text` says it whole. With `activity` it is worth a line that stays; without, it only says what is happening now. */
export type Say = (text: string, activity?: ModelActivity) => void;
