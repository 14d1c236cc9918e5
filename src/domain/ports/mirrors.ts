/** Working copies of remote repositories, based on cached clones. */
export interface Mirrors {
  /**
   * A fresh working copy of a branch or tag, by default the remote's main branch. Disposing it removes it.
   * Throws `remote_failed` if the remote cannot be read, `not_found` if it has no such branch, and
   * `unsupported` as soon as it is too large.
   */
  checkOut(url: string, ref: string | null, signal?: AbortSignal): Promise<WorkingCopy>;
  /**
   * The cached result for a key, created now if missing: `make` fills an empty folder, and its errors are
   * thrown. It counts against the same size limit as the clones, and stays at least until it is disposed.
   */
  keep(key: string, make: (folder: string) => Promise<void>): Promise<WorkingCopy>;
}

interface WorkingCopy extends AsyncDisposable {
  readonly path: string;
}
