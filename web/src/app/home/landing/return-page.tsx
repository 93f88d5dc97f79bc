import { useEffect, useState } from 'react';
import { safeRedirect } from '../../../modules/identity/redirect-target.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { textParam } from '../../../platform/page-query.ts';

const Query = { redirect: textParam };

/** /auth-redirect?redirect= leads on to a page of this site, or home; never elsewhere. */
export function ReturnPage(): null {
  const go = useNavigate();
  const brought = usePageQuery(Query);
  // The address changes while this page still stands.
  const [redirect] = useState(brought.redirect);
  useEffect(() => {
    const target = safeRedirect(redirect, location.origin);
    // An address that leads here again would lead nowhere.
    go(target.split(/[?#]/)[0] === '/auth-redirect' ? '/' : target, undefined, { replace: true });
  }, [go, redirect]);
  return null;
}
