import { useHotkeys } from '../../ground/hooks/use-hotkeys.ts';
import type { PageMoves } from './pdf-session.ts';
import type { PageState } from './pdf-state.ts';

/** The keys of everything that is shown page by page. */
export function usePageKeys(session: PageMoves | undefined, ...[state, setFinding]: [PageState, (finding: boolean) => void]): void {
  useHotkeys({
    'mod+f': () => setFinding(true),
    'mod+g': () => session?.find(state.find.query, 'next'),
    'mod+shift+g': () => session?.find(state.find.query, 'previous'),
    'mod+=': () => session?.zoomBy(1),
    'mod++': () => session?.zoomBy(1),
    'mod+-': () => session?.zoomBy(-1),
    'mod+0': () => session?.zoomTo('page-width'),
    '+': () => session?.zoomBy(1),
    '-': () => session?.zoomBy(-1),
    r: () => session?.rotate(90),
    n: () => session?.goTo(state.page + 1),
    j: () => session?.goTo(state.page + 1),
    p: () => session?.goTo(state.page - 1),
    k: () => session?.goTo(state.page - 1),
    Home: () => session?.goTo(1),
    End: () => session?.goTo(state.pages),
    ArrowRight: () => session?.goTo(state.page + 1),
    ArrowLeft: () => session?.goTo(state.page - 1),
  });
}
