import { links } from '@dossier/contract/shares';
import { type ReactNode, useEffect } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { visit } from '../../ground/visit.ts';
import { AccountStep } from './account-step.tsx';
import { useWay } from './addresses.ts';
import { ClosedCard } from './closed-card.tsx';
import { DoorSteps } from './door-steps.tsx';
import { LinkQuery, useLinkToken } from './link-query.ts';
import { OpenAtOnce } from './open-at-once.tsx';
import { VisitCard } from './visit-card.tsx';

/** The door of a link: asks for what it takes, and tells nothing of what is behind it. */
export function DoorPage(): ReactNode {
  const t = useText('visits');
  const token = useLinkToken();
  const { ended } = usePageQuery(LinkQuery);
  const go = useGo();
  const { list } = useWay();
  const isInside = token !== undefined && visit.token() === token;
  useEffect(() => {
    if (isInside) go(list, { token }, { replace: true });
  }, [go, isInside, list, token]);
  if (isInside) return null;
  if (token === undefined) return <VisitCard title={t('missing')} hint={t('missingHint')} />;
  return <Door token={token} ended={ended !== undefined} />;
}

function Door({ token, ended }: { token: string; ended: boolean }): ReactNode {
  const t = useText('visits');
  const go = useGo();
  const { password, door } = useWay();
  const { data, error, isFetching, refetch } = useCall(links.pwd, { token });
  const late = useDelayed(isFetching);
  const hasPassword = data?.hasPassword === true && !data.needsAccount;
  useEffect(() => {
    if (hasPassword && location.pathname === door) go(password, { token, ended: ended ? 1 : undefined }, { replace: true });
  }, [go, hasPassword, door, password, token, ended]);
  if (error) return <ClosedCard error={error} retry={() => void refetch()} />;
  if (!data) return late && <VisitCard title={t('opening')} />;
  if (data.needsAccount) return <AccountStep token={token} ended={ended} />;
  if (data.hasPassword || data.needsMail || ended) return <DoorSteps token={token} asks={data} ended={ended} />;
  return <OpenAtOnce token={token} />;
}
