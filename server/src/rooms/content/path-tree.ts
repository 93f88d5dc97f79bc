import { breather } from '../../ground/breathe.ts';
import { nameKey } from '../../ground/text/names.ts';

/** What lies at a place of a tree of paths, by the keys of names, so that each folder on many ways is looked at once. */
export interface PathNode {
  name: string;
  /** The paths that end here, as they were given. */
  wholes: string[];
  below: Map<string, PathNode>;
}

const node = (name: string): PathNode => ({ name, wholes: [], below: new Map() });

/** Joins paths to a tree; undefined where it has more places than `most`. */
export async function pathTree(
  paths: readonly { names: readonly string[]; whole?: string }[],
  most: number,
): Promise<{ top: PathNode; depth: number } | undefined> {
  const breathe = breather();
  const keys = new Map<string, string>();
  const keyOf = (name: string): string => {
    const known = keys.get(name) ?? nameKey(name);
    keys.set(name, known);
    return known;
  };
  const top = node('');
  let [count, depth] = [0, 0];
  for (const { names, whole } of paths) {
    await breathe();
    depth = Math.max(depth, names.length);
    let here = top;
    for (const name of names) {
      const key = keyOf(name);
      let next = here.below.get(key);
      if (next === undefined) {
        if ((count += 1) > most) return undefined;
        here.below.set(key, (next = node(name)));
      }
      here = next;
    }
    if (whole !== undefined) here.wholes.push(whole);
  }
  return { top, depth };
}
