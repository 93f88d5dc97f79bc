import { useEffect, useState } from 'react';
import { safeRedirect } from '../../../modules/identity/redirect-target.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { textParam } from '../../../platform/page-query.ts';

const Query = { redirect: textParam };

/** /auth-redirect?redirect= redirects to a page of this site, or home; never to another site. */
export function ReturnPage(): null {
  const go = useNavigate();
  const query = usePageQuery(Query);
  // The address changes while this page is still mounted.
  const [redirect] = useState(query.redirect);
  useEffect(() => {
    const target = safeRedirect(redirect, location.origin);
    // An address that leads back to this page would loop.
    go(target.split(/[?#]/)[0] === '/auth-redirect' ? '/' : target, undefined, { replace: true });
  }, [go, redirect]);
  return null;
}
