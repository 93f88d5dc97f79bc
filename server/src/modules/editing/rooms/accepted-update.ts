import { sharedText } from '@dossier/contract/editing/editing';
import * as Y from 'yjs';
import type { DecodedUpdate } from './update-costs.ts';

/** Structs in one update: what is typed in hours without a connection has some thousands. So many take about 50 ms of all other calls. */
const maxStructs = 20_000;
/** Yjs compares inserts at the same place with each other: what an editor makes has few of them in one update. */
const maxAtOnePlace = 1000;

const placeOf = ({ origin }: Y.Item): string => (origin === null ? '' : `${origin.client} ${origin.clock}`);

/** Requires that an update inserts or deletes characters of the shared text only. */
export function requireTextUpdate({ structs }: DecodedUpdate): void {
  if (structs.length > maxStructs) throw new Error('an update of too many parts');
  const counts = new Map<string, number>();
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue;
    if (!(struct.content instanceof Y.ContentString || struct.content instanceof Y.ContentDeleted)) throw new Error('an update of no text');
    const parent: unknown = struct.parent;
    if (struct.parentSub !== null || (parent !== null && parent !== sharedText)) throw new Error('an update of another text');
    const place = placeOf(struct);
    const count = (counts.get(place) ?? 0) + 1;
    if (count > maxAtOnePlace) throw new Error('an update of too many inserts at one place');
    counts.set(place, count);
  }
}
