import { withQuery } from '../../platform/call.ts';
import { type QueryOf, patternParam } from '../../platform/page-query.ts';

const wireId = patternParam(/^[1-9]\d{0,15}$/);

/** The query string of a comparison: two documents, each with a revision. */
export const CompareQuery = { id: wireId, currentRev: wireId, otherId: wireId, otherRev: wireId };
export type CompareQuery = QueryOf<typeof CompareQuery>;

const path = '/compare-view';

/** The address of a comparison; the older side comes first. */
export const compareAddress = (pair: CompareQuery): string => withQuery(path, pair);

/** Opens a comparison in a new tab, or in this one where the browser blocks new ones. */
export function openComparison(pair: CompareQuery, { go }: { go: (address: string) => void }): void {
  const address = compareAddress(pair);
  if (!window.open(address, '_blank')) go(address);
}
