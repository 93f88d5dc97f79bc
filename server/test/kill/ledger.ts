import { createHash } from 'node:crypto';

/** The expected folder and content of a document. */
export interface Standing {
  /** The folder; undefined in the bin. */
  folder: string | undefined;
  sha256: string;
}

export const shaOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * The acknowledged writes. A write that was under way when the server was killed may have happened or not: then both states are valid until the
 * server is asked.
 */
export class Ledger {
  readonly #sure = new Map<string, Standing>();
  readonly #perhaps = new Map<string, Standing>();
  readonly #touched = new Set<string>();
  acknowledged = 0;

  /** Documents that may be written next. */
  ids(mine: (id: string) => boolean): string[] {
    return [...this.#sure].filter(([id, { folder }]) => folder !== undefined && mine(id)).map(([id]) => id);
  }

  standing(id: string): Standing {
    const known = this.#sure.get(id);
    if (known === undefined) throw new Error(`Nothing is known of ${id}`);
    return known;
  }

  /** Records a write that was sent. */
  begin(id: string, wanted: Standing): void {
    this.#perhaps.set(id, wanted);
    this.#touched.add(id);
  }

  /** Records that it was acknowledged. */
  done(id: string): void {
    const wanted = this.#perhaps.get(id);
    if (wanted === undefined) throw new Error(`No write of ${id} is on its way`);
    this.#sure.set(id, wanted);
    this.#perhaps.delete(id);
    this.acknowledged++;
  }

  /** Compares one document with the server's state after a restart; returns the difference. */
  compare(id: string, found: Standing | undefined): string | undefined {
    const sure = this.#sure.get(id);
    const perhaps = this.#perhaps.get(id);
    this.#perhaps.delete(id);
    const same = (state: Standing | undefined): boolean =>
      state === undefined ? found === undefined : found !== undefined && found.folder === state.folder && found.sha256 === state.sha256;
    if (same(sure)) return undefined;
    if (perhaps !== undefined && same(perhaps)) {
      this.#sure.set(id, perhaps);
      return undefined;
    }
    const show = (state: Standing | undefined): string =>
      state === undefined ? 'nothing' : `${state.sha256.slice(0, 12)} in ${state.folder ?? 'the bin'}`;
    return `${id}: ${show(found)} instead of ${show(sure)}${perhaps === undefined ? '' : ` or ${show(perhaps)}`}`;
  }

  /** The documents written since the last call, and then none. */
  takeTouched(): string[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }

  all(): string[] {
    return [...this.#sure.keys()];
  }
}
