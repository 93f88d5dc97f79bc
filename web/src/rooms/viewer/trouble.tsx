import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Waiting } from '../../ground/ui/waiting.tsx';

interface TroubleProps {
  /** What stands in the place of a document; where nothing is said, it is waited for. */
  why: 'none' | 'signIn' | Error | undefined;
  retry: () => void;
}

/** What stands where there is no document, or none yet. */
export function Trouble({ why, retry }: TroubleProps): ReactNode {
  const t = useText('viewer');
  if (why === undefined) return <Waiting label={t('loading')} />;
  if (why === 'none') return <NoDocument />;
  return why === 'signIn' ? <SignInFirst /> : <ErrorBox error={why} retry={retry} />;
}

/** What whoever has not signed in sees at an address that is open to everybody. */
function SignInFirst(): ReactNode {
  const t = useText('viewer');
  const go = useGo();
  const leave = (): void => go('/login', { redirect: location.pathname + location.search });
  const door = (
    <Button type="primary" onClick={leave}>
      {t('signIn')}
    </Button>
  );
  return <Empty title={t('signInFirst')} hint={t('signInFirstHint')} action={door} />;
}

function NoDocument(): ReactNode {
  const t = useText('viewer');
  const go = useGo();
  const home = (
    <Button type="primary" onClick={() => go('/home')}>
      {t('toHome')}
    </Button>
  );
  return <Empty title={t('nothingToShow')} hint={t('nothingToShowHint')} action={home} />;
}
