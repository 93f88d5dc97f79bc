import { useEffect, useState } from 'react';
import { useGo, usePageQuery } from '../../../ground/go.ts';
import { anyText } from '../../../ground/page-query.ts';
import { safeRedirect } from '../../session/safe-redirect.ts';

const Query = { redirect: anyText };

/** /auth-redirect?redirect= leads on to a page of this site, or home; never elsewhere. */
export function LeadOnPage(): null {
  const go = useGo();
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
