import { links } from '@dossier/contract/shares';
import { type ReactNode, useEffect, useState } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { session } from '../../ground/session.ts';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { visit } from '../../ground/visit.ts';
import { AccountFirst } from './account-first.tsx';
import { AccountStep } from './account-step.tsx';
import { useWay } from './addresses.ts';
import { ClosedCard } from './closed-card.tsx';
import { DoorSteps } from './door-steps.tsx';
import { LinkQuery, useLinkToken } from './link-query.ts';
import { OpenAtOnce } from './open-at-once.tsx';
import { useGoInside } from './use-enter.ts';
import { VisitCard } from './visit-card.tsx';

/** The door of a link: asks for what it takes, and tells nothing of what is behind it. */
export function DoorPage(): ReactNode {
  const t = useText('visits');
  const token = useLinkToken();
  const { ended } = usePageQuery(LinkQuery);
  const goInside = useGoInside(token);
  const isInside = token !== undefined && visit.resume(token);
  useEffect(() => {
    if (isInside) goInside();
  }, [goInside, isInside]);
  if (isInside) return null;
  if (token === undefined) return <VisitCard title={t('missing')} hint={t('missingHint')} />;
  return <Door token={token} ended={ended !== undefined} />;
}

function Door({ token, ended }: { token: string; ended: boolean }): ReactNode {
  const t = useText('visits');
  const go = useGo();
  const { password, door } = useWay();
  const { id, parentId } = usePageQuery(LinkQuery);
  const { data, error, isFetching, refetch } = useCall(links.pwd, { token });
  const late = useDelayed(isFetching);
  const [refusal, setRefusal] = useState<unknown>();
  // Whoever left stays outside until they say otherwise.
  const isForAccounts = data?.mayUseAccount === true || data?.needsAccount === true;
  const triesAccount = isForAccounts && session.token() !== null && !ended && refusal === undefined;
  const hasPassword = data?.hasPassword === true && !data.needsAccount && !triesAccount;
  useEffect(() => {
    if (!hasPassword || location.pathname !== door) return;
    go(password, { token, id, parentId, ended: ended ? 1 : undefined }, { replace: true });
  }, [go, hasPassword, door, password, token, id, parentId, ended]);
  if (error) return <ClosedCard error={error} retry={() => void refetch()} />;
  if (!data) return late && <VisitCard title={t('opening')} />;
  if (triesAccount) return <AccountFirst token={token} refused={setRefusal} />;
  if (data.needsAccount) return <AccountStep token={token} ended={ended} refusal={refusal} />;
  if (data.hasPassword || data.needsMail || ended) return <DoorSteps token={token} asks={data} ended={ended} refusal={refusal} />;
  return <OpenAtOnce token={token} />;
}
