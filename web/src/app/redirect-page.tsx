import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useGo } from '../ground/go.ts';
import { queryClient } from '../ground/query.ts';
import { safeRedirect } from '../rooms/session/safe-redirect.ts';

/** Leads back to the page whose path stands behind `/redirect`, which is thereby drawn anew and asks for everything again. */
export function RedirectPage(): null {
  const router = useRouter();
  const go = useGo();
  // The address changes while this page still stands.
  const [href] = useState(() => location.pathname + location.search);
  useEffect(() => {
    const stop = router.subscribe('onRendered', ({ toLocation }) => {
      if (toLocation.pathname.startsWith('/redirect/')) return;
      stop();
      // Lists ask a moment after the page stands.
      setTimeout(() => void queryClient.invalidateQueries({ type: 'active' }, { cancelRefetch: false }), 150);
    });
    go(safeRedirect(href.slice('/redirect'.length), location.origin), undefined, { replace: true });
  }, [router, go, href]);
  return null;
}
