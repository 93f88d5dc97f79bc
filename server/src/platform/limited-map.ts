/** A map that keeps the most recently used entries, up to a limit. */
export class LimitedMap<T> {
  readonly #kept = new Map<string, T>();
  readonly #most: number;

  constructor(limit: number) {
    this.#most = limit;
  }

  get(key: string): T | undefined {
    const value = this.#kept.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: T): void {
    this.#kept.delete(key);
    this.#kept.set(key, value);
    if (this.#kept.size <= this.#most) return;
    // asked for only then: the first key is found behind all entries that were deleted since the last growth
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }

  delete(key: string): void {
    this.#kept.delete(key);
  }
}
