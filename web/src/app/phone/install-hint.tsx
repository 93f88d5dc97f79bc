import { MobileOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { isInstalledByMenu, takeInstallOffer, useInstallOffer } from '../../platform/install.ts';
import { useMedia } from '../../platform/ui/hooks.ts';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { Callout } from '../../platform/ui/page-parts.tsx';
import styles from './phone-pages.module.css';

/** Kept by the browser, as it is this device that the client is installed on. */
const answeredKey = 'dossier-install-hint';

/** Offers once to install the client on a phone; whoever does not want to is not asked again. */
export function InstallHint(): ReactNode {
  const t = useText('app.phone');
  const isPhone = useMedia('phone');
  const hasOffer = useInstallOffer(({ offer }) => offer !== undefined);
  const [isAnswered, setAnswered] = useState(() => localStorage.getItem(answeredKey) !== null);
  const byMenu = isInstalledByMenu();
  if (!isPhone || isAnswered || !(hasOffer || byMenu)) return null;
  const settle = (): void => {
    localStorage.setItem(answeredKey, '1');
    setAnswered(true);
    // the buttons are gone
    document.getElementById('main')?.focus();
  };
  const install = (): void => {
    settle();
    void takeInstallOffer().catch(() => undefined);
  };
  return (
    <Callout as="aside" aria-label={t('installTitle')} className={styles.hint}>
      <Text tone="accent" size="xl" aria-hidden>
        <MobileOutlined />
      </Text>
      <Stack grow>
        <Text strong>{t('installTitle')}</Text>
        <Text as="p" size="s">
          {t(byMenu ? 'installByMenu' : 'installText')}
        </Text>
      </Stack>
      <Row gap={2} justify="end" className={styles.answers}>
        <Button type="text" onClick={settle}>
          {t(byMenu ? 'gotIt' : 'notNow')}
        </Button>
        {!byMenu && <Button onClick={install}>{t('install')}</Button>}
      </Row>
    </Callout>
  );
}
