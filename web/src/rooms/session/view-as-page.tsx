import { session as calls } from '@dossier/contract/session';
import { type ReactNode, useState } from 'react';
import { CallError, call } from '../../ground/call.ts';
import { usePageQuery } from '../../ground/go.ts';
import { anId, anyText } from '../../ground/page-query.ts';
import { session } from '../../ground/session.ts';
import { useText } from '../../ground/text.ts';
import card from '../../ground/ui/card-page.module.css';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useCall } from '../../ground/use-call.ts';
import { safeRedirect } from './safe-redirect.ts';
import styles from './view-as.module.css';

const Query = { userId: anId, to: anyText };
const first = '/knowledge/index';

/**
 * /view-as?userId=&to= in a tab of its own: whom one is about to view as, and what that is. It begins with the button alone, so that no
 * link makes an administrator view as anybody.
 */
export function ViewAsPage(): ReactNode {
  const t = useText('session');
  const { userId, to } = usePageQuery(Query);
  const detail = useCall(calls.viewDetail, { userId: userId ?? '' }, { enabled: userId !== undefined, staleTime: 0 });
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const begin = async (id: string): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { sessionId } = await call(calls.viewAs, { userId: id }, { quiet: true });
      session.startView(sessionId);
      // Anew as a whole: nothing that the administrator sees may stay in memory.
      location.replace(to === undefined ? first : safeRedirect(to, location.origin));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setBusy(false);
      setFailure(error.message);
    }
  };
  const refused = failure ?? detail.error?.message ?? (userId === undefined ? t('viewAsNobody') : undefined);
  return (
    <main className={card.page}>
      <section className={card.card}>
        <img src="/mark.svg" alt="" width={40} height={40} />
        <h1 className={card.title}>{detail.data === undefined ? t('viewAs') : t('viewAsName', { name: detail.data.fullName })}</h1>
        {refused !== undefined && (
          <p className={styles.refused} role="alert">
            {refused}
          </p>
        )}
        {detail.data !== undefined && (
          <>
            <ul className={styles.terms}>
              <li>{t('viewAsTermReads')}</li>
              <li>{t('viewAsTermClosed')}</li>
              <li>{t('viewAsTermTime', { n: detail.data.minutes })}</li>
              <li>{t(detail.data.told ? 'viewAsTermTold' : 'viewAsTermLogged', { name: detail.data.fullName })}</li>
            </ul>
            <button type="button" className={card.main} disabled={busy} onClick={() => void begin(detail.data.id)}>
              {t('viewAsBegin')}
            </button>
          </>
        )}
        <GoLink to="/" className={card.plain}>
          {t('viewAsNot')}
        </GoLink>
      </section>
    </main>
  );
}
