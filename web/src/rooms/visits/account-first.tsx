import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../ground/text.ts';
import { enterAsMe } from './account-step.tsx';
import { useEnter } from './use-enter.ts';
import { VisitCard } from './visit-card.tsx';

/** Tries the account of this browser at a link that is for accounts, before anything is asked. */
export function AccountFirst({ token, refused }: { token: string; refused: (error: unknown) => void }): ReactNode {
  const t = useText('visits');
  const enter = useEnter(token);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    enterAsMe(token).then(enter, refused);
  }, [token, enter, refused]);
  return <VisitCard title={t('opening')} />;
}
