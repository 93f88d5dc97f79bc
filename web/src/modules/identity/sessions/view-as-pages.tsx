import { EyeInvisibleOutlined } from '@ant-design/icons';
import { session as calls } from '@dossier/contract/identity/sessions';
import { type ReactNode, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { idParam, textParam } from '../../../platform/page-query.ts';
import { useCall } from '../../../platform/query.ts';
import { session } from '../../../platform/sessions.ts';
import { CenteredCard } from '../../../platform/ui/centered-card.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { NativeButton, buttonClass } from '../../../platform/ui/native-controls.tsx';
import { Bullets } from '../../../platform/ui/page-layout.tsx';
import { safeRedirect } from '../sign-in.ts';

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
    <CenteredCard title={detail.data === undefined ? t('viewAs') : t('viewAsName', { name: detail.data.fullName })}>
      {refused !== undefined && (
        <Text as="p" tone="danger" role="alert">
          {refused}
        </Text>
      )}
      {detail.data !== undefined && (
        <>
          <Bullets>
            <li>{t('viewAsTermReads')}</li>
            <li>{t('viewAsTermClosed')}</li>
            <li>{t('viewAsTermTime', { count: detail.data.minutes })}</li>
            <li>{t(detail.data.told ? 'viewAsTermTold' : 'viewAsTermLogged', { name: detail.data.fullName })}</li>
          </Bullets>
          <NativeButton primary large disabled={busy} onClick={() => void begin(detail.data.id)}>
            {t('viewAsBegin')}
          </NativeButton>
        </>
      )}
      <AppLink to="/" className={buttonClass({ large: true })}>
        {t('viewAsNot')}
      </AppLink>
    </CenteredCard>
  );
}

/** The end of a view-as session: the administrator's own session continues only after a click. */
export function ViewAsOverPage(): ReactNode {
  const t = useText('identity.sign-in');
  const goOn = (): void => {
    if (session.viewIsOver()) session.leaveView();
    location.replace('/');
  };
  return (
    <CenteredCard title={t('viewAsOver')}>
      <Text as="p" tone="muted">
        {t('viewAsOverHint')}
      </Text>
      <NativeButton primary large onClick={goOn}>
        {t('viewAsGoOn')}
      </NativeButton>
    </CenteredCard>
  );
}

/** Shown in place of pages that a view-as session may not open. */
export function ViewAsClosedPage(): ReactNode {
  const t = useText('identity.sign-in');
  return (
    <Empty
      icon={<EyeInvisibleOutlined />}
      title={t('viewAsClosedTitle')}
      hint={t('viewAsClosedHint')}
      action={<AppLink to="/knowledge/index">{t('viewAsBack')}</AppLink>}
    />
  );
}
