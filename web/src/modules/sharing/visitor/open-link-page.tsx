import { links } from '@dossier/contract/sharing/shares';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { useCall } from '../../../platform/query.ts';
import { session, shareSession } from '../../../platform/sessions.ts';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { useLinkPaths } from '../visitor-paths.ts';
import { AccountAttempt, AccountStep } from './access-methods.tsx';
import { AccessSteps } from './access-steps.tsx';
import { ClosedCard } from './closed-link-card.tsx';
import { MessageCard } from './message-card.tsx';
import { LinkQuery, useBeginSession, useGoToSharedItems, useLinkToken } from './share-session.ts';

/** Opens a link that needs no input. */
export function OpenAtOnce({ token }: { token: string }): ReactNode {
  const t = useText('sharing.visitor');
  const enter = useBeginSession(token);
  const [error, setError] = useState<unknown>();
  const begun = useRef(false);
  const open = useCallback((): void => {
    setError(undefined);
    call(links.open, { token }, { quiet: true }).then(({ sessionId }) => enter(sessionId), setError);
  }, [token, enter]);
  useEffect(() => {
    if (!begun.current) open();
    begun.current = true;
  }, [open]);
  return error === undefined ? <MessageCard title={t('opening')} /> : <ClosedCard error={error} retry={open} />;
}

/** The entry page of a link: asks for what is required, and reveals nothing of the shared items. */
export function OpenLinkPage(): ReactNode {
  const t = useText('sharing.visitor');
  const token = useLinkToken();
  const { ended } = usePageQuery(LinkQuery);
  const goInside = useGoToSharedItems(token);
  const isInside = token !== undefined && shareSession.resume(token);
  useEffect(() => {
    if (isInside) goInside();
  }, [goInside, isInside]);
  if (isInside) return null;
  if (token === undefined) return <MessageCard title={t('missing')} hint={t('missingHint')} />;
  return <OpenLink token={token} ended={ended !== undefined} />;
}

function OpenLink({ token, ended }: { token: string; ended: boolean }): ReactNode {
  const t = useText('sharing.visitor');
  const go = useNavigate();
  const { password, door: provider } = useLinkPaths();
  const { id, parentId } = usePageQuery(LinkQuery);
  const { data, error, isFetching, refetch } = useCall(links.pwd, { token });
  const late = useDelayed(isFetching);
  const [refusal, setRefusal] = useState<unknown>();
  // After leaving, the account is not tried automatically.
  const isForAccounts = data?.mayUseAccount === true || data?.needsAccount === true;
  const triesAccount = isForAccounts && session.token() !== null && !ended && refusal === undefined;
  const hasPassword = data?.hasPassword === true && !data.needsAccount && !triesAccount;
  useEffect(() => {
    if (!hasPassword || location.pathname !== provider) return;
    go(password, { token, id, parentId, ended: ended ? 1 : undefined }, { replace: true });
  }, [go, hasPassword, provider, password, token, id, parentId, ended]);
  if (error) return <ClosedCard error={error} retry={() => void refetch()} />;
  if (!data) return late && <MessageCard title={t('opening')} />;
  if (triesAccount) return <AccountAttempt token={token} refused={setRefusal} />;
  if (data.needsAccount) return <AccountStep token={token} ended={ended} refusal={refusal} />;
  if (data.hasPassword || data.needsMail || ended) return <AccessSteps token={token} asks={data} ended={ended} refusal={refusal} />;
  return <OpenAtOnce token={token} />;
}
