import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';

interface ViewerNoticeProps {
  /** Why there is no document; undefined while it is loading. */
  why: 'none' | 'signIn' | Error | undefined;
  retry: () => void;
}

/** Shown while there is no document. */
export function ViewerNotice({ why, retry }: ViewerNoticeProps): ReactNode {
  const t = useText('preview.viewer');
  if (why === undefined) return <Spinner label={t('loading')} />;
  if (why === 'none') return <NoDocument />;
  return why === 'signIn' ? <SignInFirst /> : <ErrorBox error={why} retry={retry} />;
}

/** Shown at a public address to a user who is not signed in. */
function SignInFirst(): ReactNode {
  const t = useText('preview.viewer');
  const go = useNavigate();
  const leave = (): void => go('/login', { redirect: location.pathname + location.search });
  const door = (
    <Button type="primary" onClick={leave}>
      {t('signIn')}
    </Button>
  );
  return <Empty title={t('signInFirst')} hint={t('signInFirstHint')} action={door} />;
}

function NoDocument(): ReactNode {
  const t = useText('preview.viewer');
  const go = useNavigate();
  const home = (
    <Button type="primary" onClick={() => go('/home')}>
      {t('toHome')}
    </Button>
  );
  return <Empty title={t('nothingToShow')} hint={t('nothingToShowHint')} action={home} />;
}
