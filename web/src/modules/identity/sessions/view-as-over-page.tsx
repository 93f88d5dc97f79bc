import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { session } from '../../../platform/sessions.ts';
import { CenteredCard } from '../../../platform/ui/centered-card.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { NativeButton } from '../../../platform/ui/native-controls.tsx';

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
