import type { StoreApi } from 'zustand/vanilla';
import { wordsOf } from '../viewer/search-words.ts';
import { type EventBus, FindState } from './pdf-library.ts';
import { noFinding, type PdfState } from './pdf-state.ts';

interface FindEvent {
  state?: number;
  matchesCount: { current: number; total: number };
}

/** Follows the library's search in the store; answers the function that searches, or goes on with the same words. */
export function watchFinding(store: StoreApi<PdfState>, bus: EventBus): (query: string, again?: 'next' | 'previous') => void {
  // The words one by one, from the moment when the document turned out not to hold them side by side.
  let apart: string[] = [];
  const dispatch = (query: string, again?: 'next' | 'previous'): void =>
    bus.dispatch('find', {
      type: again ? 'again' : '',
      query: apart.length > 0 ? apart : query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: again === 'previous',
      matchDiacritics: false,
    });
  const put = ({ state, matchesCount }: FindEvent): void => {
    const { find } = store.getState();
    const words = state === FindState.NOT_FOUND && apart.length === 0 ? wordsOf(find.query) : [];
    if (words.length > 0) {
      apart = words;
      dispatch(find.query);
      return;
    }
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
    if (store.getState().find.query !== query) {
      apart = [];
      store.setState({ find: { ...noFinding, query, state: 'searching' } });
    }
    dispatch(query, again);
  };
}

function stateName(state: number, before: PdfState['find']['state']): PdfState['find']['state'] {
  if (state === FindState.PENDING) return before === 'found' ? 'found' : 'searching';
  return state === FindState.NOT_FOUND ? 'missing' : 'found';
}
