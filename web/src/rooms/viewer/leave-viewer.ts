import { useCallback } from 'react';
import { useGo } from '../../ground/go.ts';

/** Closes a viewer: its own tab where it has one, else back to where the person came from, else home. */
export function useLeaveViewer(): () => void {
  const go = useGo();
  return useCallback(() => {
    if (history.length > 1) {
      history.back();
      return;
    }
    window.close();
    // A tab that was opened by hand may not be closed by the page.
    setTimeout(() => go('/home', undefined, { replace: true }), 150);
  }, [go]);
}
