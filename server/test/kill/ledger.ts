import { createHash } from 'node:crypto';

/** Where a document must be and what must be in it. */
export interface Standing {
  /** The folder, or none in the recycle bin. */
  folder: string | undefined;
  sha256: string;
}

export const shaOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * What the server has said yes to. A write that was under way when the server died may have happened or not:
 * then both standings are right until the server is asked which it is.
 */
export class Ledger {
  readonly #sure = new Map<string, Standing>();
  readonly #perhaps = new Map<string, Standing>();
  readonly #touched = new Set<string>();
  acknowledged = 0;

  /** Documents of which the next write may be tried. */
  ids(mine: (id: string) => boolean): string[] {
    return [...this.#sure].filter(([id, { folder }]) => folder !== undefined && mine(id)).map(([id]) => id);
  }

  standing(id: string): Standing {
    const known = this.#sure.get(id);
    if (known === undefined) throw new Error(`Nothing is known of ${id}`);
    return known;
  }

  /** A write is on its way. */
  begin(id: string, wanted: Standing): void {
    this.#perhaps.set(id, wanted);
    this.#touched.add(id);
  }

  /** The server said yes. */
  done(id: string): void {
    const wanted = this.#perhaps.get(id);
    if (wanted === undefined) throw new Error(`No write of ${id} is on its way`);
    this.#sure.set(id, wanted);
    this.#perhaps.delete(id);
    this.acknowledged++;
  }

  /** Compares one document with what the server has after a restart; answers what is wrong. */
  compare(id: string, found: Standing | undefined): string | undefined {
    const sure = this.#sure.get(id);
    const perhaps = this.#perhaps.get(id);
    this.#perhaps.delete(id);
    const same = (one: Standing | undefined): boolean =>
      one === undefined ? found === undefined : found !== undefined && found.folder === one.folder && found.sha256 === one.sha256;
    if (same(sure)) return undefined;
    if (perhaps !== undefined && same(perhaps)) {
      this.#sure.set(id, perhaps);
      return undefined;
    }
    const show = (one: Standing | undefined): string =>
      one === undefined ? 'nothing' : `${one.sha256.slice(0, 12)} in ${one.folder ?? 'the bin'}`;
    return `${id}: ${show(found)} instead of ${show(sure)}${perhaps === undefined ? '' : ` or ${show(perhaps)}`}`;
  }

  /** What was written since the last look, and all there is. */
  takeTouched(): string[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }

  all(): string[] {
    return [...this.#sure.keys()];
  }
}
