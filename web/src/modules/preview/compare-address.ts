import { withQuery } from '../../platform/call.ts';
import { type QueryOf, patternParam } from '../../platform/page-query.ts';

const wireId = patternParam(/^[1-9]\d{0,15}$/);

/** What the address of a comparison carries: a document and a revision of it, and the same of the other one. */
export const CompareQuery = { id: wireId, currentRev: wireId, otherId: wireId, otherRev: wireId };
export type CompareQuery = QueryOf<typeof CompareQuery>;

const path = '/compare-view';

/** The address of a comparison; what is older comes first. */
export const compareAddress = (pair: CompareQuery): string => withQuery(path, pair);

/** Opens a comparison in a tab of its own, or in this one where the browser blocks others. */
export function openComparison(pair: CompareQuery, { go }: { go: (address: string) => void }): void {
  const address = compareAddress(pair);
  if (!window.open(address, '_blank')) go(address);
}
