import type { StoreApi } from 'zustand/vanilla';
import { type EventBus, FindState } from './pdf-library.ts';
import { noFinding, type PdfState } from './pdf-state.ts';

interface FindEvent {
  state?: number;
  matchesCount: { current: number; total: number };
}

/** Follows the library's search in the store; answers the function that searches, or goes on with the same words. */
export function watchFinding(store: StoreApi<PdfState>, bus: EventBus): (query: string, again?: 'next' | 'previous') => void {
  const put = ({ state, matchesCount }: FindEvent): void => {
    const { find } = store.getState();
    const known = state === undefined ? find.state : stateName(state, find.state);
    store.setState({ find: { ...find, current: matchesCount.current, total: matchesCount.total, state: known } });
  };
  bus.on('updatefindmatchescount', put);
  bus.on('updatefindcontrolstate', put);
  return (query, again) => {
    if (query.trim() === '') {
      store.setState({ find: noFinding });
      bus.dispatch('findbarclose', {});
      return;
    }
    if (store.getState().find.query !== query) store.setState({ find: { ...noFinding, query, state: 'searching' } });
    bus.dispatch('find', {
      type: again ? 'again' : '',
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: again === 'previous',
      matchDiacritics: false,
    });
  };
}

function stateName(state: number, before: PdfState['find']['state']): PdfState['find']['state'] {
  if (state === FindState.PENDING) return before === 'found' ? 'found' : 'searching';
  return state === FindState.NOT_FOUND ? 'missing' : 'found';
}
