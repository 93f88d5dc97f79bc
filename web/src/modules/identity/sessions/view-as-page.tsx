import { session as calls } from '@dossier/contract/identity/sessions';
import { type ReactNode, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { idParam, textParam } from '../../../platform/page-query.ts';
import { useCall } from '../../../platform/query.ts';
import { session } from '../../../platform/sessions.ts';
import card from '../../../platform/ui/centered-card.module.css';
import { Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { safeRedirect } from '../redirect-target.ts';
import styles from './sessions.module.css';

const Query = { userId: idParam, to: textParam };
const first = '/knowledge/index';

/**
 * /view-as?userId=&to= in a tab of its own: the user to be viewed, and an explanation. The view-as session begins with the button only, so
 * that no link can start one.
 */
export function ViewAsPage(): ReactNode {
  const t = useText('identity.sign-in');
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
      // A full reload: nothing that the administrator sees may stay in memory.
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
          <Text as="p" tone="danger" role="alert">
            {refused}
          </Text>
        )}
        {detail.data !== undefined && (
          <>
            <ul className={styles.terms}>
              <li>{t('viewAsTermReads')}</li>
              <li>{t('viewAsTermClosed')}</li>
              <li>{t('viewAsTermTime', { count: detail.data.minutes })}</li>
              <li>{t(detail.data.told ? 'viewAsTermTold' : 'viewAsTermLogged', { name: detail.data.fullName })}</li>
            </ul>
            <button type="button" className={card.main} disabled={busy} onClick={() => void begin(detail.data.id)}>
              {t('viewAsBegin')}
            </button>
          </>
        )}
        <AppLink to="/" className={card.plain}>
          {t('viewAsNot')}
        </AppLink>
      </section>
    </main>
  );
}
