/** One action of a model, for observers. Texts contain only visible characters and are already truncated. */
export interface ModelActivity {
  /** The tool; null if the model only wrote text, or has not answered yet. */
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

/**
 * `text` is the complete message. With `activity` it becomes a permanent line; without, it only shows the
 * current activity.
 */
export type Say = (text: string, activity?: ModelActivity) => void;
