import type { OutputOf } from '@dossier/contract/core/route';
import { type EmailFrequency, emailFrequencies, emailKinds } from '@dossier/contract/core/site-settings';
import { type EmailKind, emails } from '@dossier/contract/notifications/emails';
import { Alert, Select, Skeleton } from 'antd';
import { type ReactNode, useId } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall, useCallMutation } from '../../platform/query.ts';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { Hint } from '../../platform/ui/hint.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { DividedList, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { ActionLine, Section } from '../../platform/ui/page-parts.tsx';
import { settingsPath } from '../identity/settings-paths.ts';
import { KeptMark, useKeptChoices } from './kept-choices.tsx';
import styles from './messages.module.css';
import { PushSection } from './push-section.tsx';

type Choices = OutputOf<typeof emails.choices>;

/** Which notifications the user gets by email, and when; each change is saved at once. */
export function EmailChoices(): ReactNode {
  const t = useText('notifications');
  const found = useCall(emails.choices, {});
  const late = useDelayed(found.isPending);
  if (found.error !== null && found.data === undefined) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return late && <Skeleton active />;
  return (
    <Stack gap={4}>
      <WhereTo choices={found.data} />
      <Kinds choices={found.data} />
      <PushSection />
      <Section title={t('following')}>
        <Text as="p" tone="muted">
          {t('followingAbout')}
        </Text>
        <AppLink to="/activity/following">{t('followingList')}</AppLink>
      </Section>
    </Stack>
  );
}

/** The address that emails go to, or why none are sent. */
function WhereTo({ choices: { enabled, address } }: { choices: Choices }): ReactNode {
  const t = useText('notifications');
  if (!enabled) return <Alert type="info" showIcon title={t('siteSendsNone')} />;
  if (address !== undefined) return <Text as="p">{t('sentTo', { address })}</Text>;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('noAddress')}
      action={
        <AppLink to={settingsPath} query={{ section: 'security' }}>
          {t('addAddress')}
        </AppLink>
      }
    />
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${String(hour).padStart(2, '0')}:00` }));

const hourKey = 'digestHour';

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function useSave(): (changes: { kinds?: Partial<Record<EmailKind, EmailFrequency>>; digestHour?: number }) => Promise<unknown> {
  const save = useCallMutation(emails.choose, { refresh: [emails.choices] });
  // the hour is that of the browser in which it was chosen
  return (changes) => save.mutateAsync({ ...changes, zone: ownZone() });
}

function Kinds({ choices }: { choices: Choices }): ReactNode {
  const t = useText('notifications');
  const save = useSave();
  const { valueOf, stateOf, keep } = useKeptChoices();
  const hourId = useId();
  const options = emailFrequencies.map((value) => ({ value, label: t(`frequency_${value}`) }));
  const zone = choices.zone || 'UTC';
  return (
    <Section title={t('byEmail')}>
      <DividedList lines="roomy">
        {emailKinds.map((kind) => (
          <ActionLine
            key={kind}
            title={
              <>
                <Text strong>{t(`kind_${kind}`)}</Text> <KeptMark state={stateOf(kind)} />
              </>
            }
            details={[t(`kind_${kind}_hint`)]}
          >
            <Select<EmailFrequency>
              aria-label={t(`kind_${kind}`)}
              className={styles.frequency ?? ''}
              value={valueOf(kind, choices.kinds[kind])}
              options={options}
              onChange={(frequency) => keep(kind, frequency, () => save({ kinds: { [kind]: frequency } }))}
            />
          </ActionLine>
        ))}
        <ActionLine title={<Text strong>{t('kind_security')}</Text>} details={[t('kind_security_hint')]}>
          <Text tone="muted">{t('alwaysNow')}</Text>
        </ActionLine>
      </DividedList>
      <Stack gap={1}>
        <Row gap={2} wrap>
          <Text as="label" label htmlFor={hourId}>
            {t('digestHour')}
          </Text>
          <Select
            id={hourId}
            className={styles.frequency ?? ''}
            virtual={false}
            value={valueOf(hourKey, choices.digestHour)}
            options={hours}
            onChange={(digestHour) => keep(hourKey, digestHour, () => save({ digestHour }))}
          />
          <KeptMark state={stateOf(hourKey)} />
        </Row>
        <Hint>{t('digestHint', { zone })}</Hint>
      </Stack>
    </Section>
  );
}
