import { links } from '@dossier/contract/shares';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../ground/call.ts';
import { useText } from '../../ground/text.ts';
import { ClosedCard } from './closed-card.tsx';
import { useEnter } from './use-enter.ts';
import { VisitCard } from './visit-card.tsx';

/** A link that asks for nothing opens by itself. */
export function OpenAtOnce({ token }: { token: string }): ReactNode {
  const t = useText('visits');
  const enter = useEnter(token);
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
  return error === undefined ? <VisitCard title={t('opening')} /> : <ClosedCard error={error} retry={open} />;
}
