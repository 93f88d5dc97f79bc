import { BulbOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useMedia } from '../../platform/ui/hooks.ts';
import { showKey } from '../../platform/ui/hotkeys.ts';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { Callout } from '../../platform/ui/page-parts.tsx';
import styles from './help.module.css';
import { hintNames, keepSeenHints, useHints } from './hints.ts';

const keys: Partial<Record<(typeof hintNames)[number], string>> = { search: '/', commands: 'mod+k' };

/** The next hint for a new user, in the page and not over it; each can be skipped, and all at once. */
export function HintTour(): ReactNode {
  const t = useText('help.hints');
  const { seen } = useHints();
  const isPhone = useMedia('phone');
  // a phone has no keys to speak of
  const names = hintNames.filter((name) => !isPhone || keys[name] === undefined);
  const next = names.find((name) => !seen.includes(name));
  if (next === undefined) return null;
  const keep = (now: typeof seen): void => {
    keepSeenHints(now);
    // the buttons are gone with the last hint
    if (names.every((name) => now.includes(name))) document.getElementById('main')?.focus();
  };
  const key = keys[next];
  return (
    <Callout as="aside" aria-label={t('label')} className={styles.hint}>
      <Text tone="accent" aria-hidden className={styles.bulb}>
        <BulbOutlined />
      </Text>
      <Stack grow className={styles.words} aria-live="polite">
        <Text strong>{t(`title_${next}`)}</Text>
        <Text as="p" size="s">
          {isPhone && next === 'list' ? t('text_list_phone') : t(`text_${next}`, { key: key === undefined ? '' : showKey(key) })}
        </Text>
      </Stack>
      <Row gap={2}>
        <Text size="xs" tone="muted" numeric>
          {t('place', { at: names.indexOf(next) + 1, count: names.length })}
        </Text>
        <Button size="small" type="text" onClick={() => keep(hintNames)}>
          {t('skipAll')}
        </Button>
        <Button size="small" onClick={() => keep([...seen, next])}>
          {t('next')}
        </Button>
      </Row>
    </Callout>
  );
}
