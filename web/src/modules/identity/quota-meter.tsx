import { type Quota, limits } from '@dossier/contract/identity/quotas';
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { formatNumber, formatSize } from '../../platform/ui/formatted-values.tsx';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import styles from './quota-meter.module.css';

/** How close usage is to the limit. */
type QuotaState = 'free' | 'near' | 'full';

export function quotaState({ used, most }: Quota): QuotaState {
  if (used >= most) return 'full';
  return used * 5 >= most * 4 ? 'near' : 'free';
}

const tones = { free: 'muted', near: 'warn', full: 'danger' } as const;
const barTones = { ...tones, free: 'accent' } as const;

interface QuotaMeterProps {
  quota: Quota;
  /** The name of the measure. */
  label: string;
  /** A count, not bytes. */
  counted?: boolean;
  /** The bar alone, where its text stands beside it. */
  bare?: boolean;
  /** Without the label, as under the header of a table. */
  unlabelled?: boolean;
}

/** A bar that shows the used part of a limit. */
export function QuotaMeter({ quota, label, counted, bare, unlabelled }: QuotaMeterProps): ReactNode {
  const t = useText('identity.quotas');
  const language = useLanguage();
  const { used, most } = quota;
  const format = (amount: number): string => (counted ? formatNumber(amount, language) : formatSize(amount, language));
  const amount = t('ofMost', { used: format(used), most: format(most) });
  const percent = most === 0 ? 100 : Math.min(100, (used / most) * 100);
  return (
    <Stack gap={1}>
      {!bare && (
        <Row gap={2} wrap justify="between">
          {!unlabelled && <Text>{label}</Text>}
          <Text numeric tone={tones[quotaState(quota)]}>
            {amount}
          </Text>
        </Row>
      )}
      <Text
        as="div"
        tone={barTones[quotaState(quota)]}
        className={styles.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={amount}
      >
        <div className={styles.bar} style={{ width: `${percent}%` }} />
      </Text>
    </Stack>
  );
}

const minute = 60_000;

/** Usage of the user's personal area and of the organisation, where limited; otherwise renders nothing. */
export function OwnQuota(): ReactNode {
  const t = useText('identity.quotas');
  const own = useCall(limits.ownQuota, {}, { staleTime: minute });
  const { person, space } = own.data ?? {};
  if (!person && !space) return null;
  return (
    <Stack gap={3}>
      {person && <QuotaMeter quota={person} label={t('ownArea')} />}
      {space && <QuotaMeter quota={space} label={t('spaceOf')} />}
    </Stack>
  );
}

/** A warning from four fifths of the limit on. */
export function QuotaWarning(): ReactNode {
  const t = useText('identity.quotas');
  const own = useCall(limits.ownQuota, {}, { staleTime: minute });
  const { person, space } = own.data ?? {};
  const [quota, label] =
    person && quotaState(person) !== 'free'
      ? [person, t('ownAreaFull')]
      : space && quotaState(space) !== 'free'
        ? [space, t('spaceNearlyFull')]
        : [];
  if (!quota || !label) return null;
  return (
    <Text as="div" size="s" className={styles.card}>
      <QuotaMeter quota={quota} label={label} />
    </Text>
  );
}
