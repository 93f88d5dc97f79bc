import { codes } from '@dossier/contract/core/codes';
import type { OpenedShare } from '@dossier/contract/sharing/shares';
import type { ComponentProps, ReactNode } from 'react';
import { CallError } from '../../../platform/call.ts';
import { type TextKey, platformText, useText } from '../../../platform/i18n.ts';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { Card, Heading, PlainButton, Row, Text, classNames } from '../../../platform/ui/layout.tsx';
import { LanguageSelect } from '../../../platform/ui/native-controls.tsx';
import styles from './visitor.module.css';

interface MessageCardProps {
  /** Whose link it is, beside the logo. */
  organisation?: string;
  title: string;
  hint?: string;
  children?: ReactNode;
}

/** A page with one card, before or instead of the shared items. It reveals nothing of them but whose they are. */
export function MessageCard({ organisation, title, hint, children }: MessageCardProps): ReactNode {
  return (
    <div className={styles.door}>
      <Card as="main" gap={3} className={styles.card}>
        <Row gap={3}>
          <img src="/mark.svg" alt="" width={36} height={36} />
          {organisation && <Text label>{organisation}</Text>}
        </Row>
        <Heading level={1}>{title}</Heading>
        {hint && (
          <Text as="p" tone="muted">
            {hint}
          </Text>
        )}
        {children}
      </Card>
      <Row as="footer" justify="center">
        <LanguageSelect />
      </Row>
    </div>
  );
}

/** Who shared it, until when, and who opened it. */
export function ShareFacts({ opened: { giverName, organisationName, deadline, visitor } }: { opened: OpenedShare }): ReactNode {
  const t = useText('sharing.visitor');
  return (
    <Row as="p" gap={3} wrap className={styles.facts}>
      <Text size="s" tone="muted">
        {t('sharedBy', { name: giverName, organisation: organisationName })}
      </Text>
      {deadline && (
        <Text size="s" tone="muted">
          {t('openUntil', { time: formatExactTime(deadline).slice(0, 16) })}
        </Text>
      )}
      {visitor !== '' && (
        <Text size="s" tone="muted">
          {t('youAre', { name: visitor })}
        </Text>
      )}
    </Row>
  );
}

/** The text of an error: the server's message, if any. */
export const messageOf = (error: unknown): string => (error instanceof CallError ? error.message : platformText('systemError'));

const reasons = new Map<number, [title: TextKey<'sharing.visitor'>, hint: TextKey<'sharing.visitor'>]>([
  [codes.shareMissing.code, ['missing', 'missingHint']],
  [codes.shareExpired.code, ['expired', 'askGiver']],
  [codes.shareClosed.code, ['closed', 'askGiver']],
  [codes.shareNotForAll.code, ['notForAll', 'askGiver']],
  [codes.tooManyRequests.code, ['tooOften', 'tooOftenHint']],
]);

/** Whether a refusal applies to the whole link, so that nothing of it can be shown. */
export const endsLink = (error: unknown): boolean => error instanceof CallError && reasons.has(error.code);

/** Replaces the page where a link cannot be opened: the reason, and what to do. */
export function ClosedCard({ error, retry, toList }: { error: unknown; retry: () => void; toList?: () => void }): ReactNode {
  const t = useText('sharing.visitor');
  const known = error instanceof CallError ? reasons.get(error.code) : undefined;
  const isFinal = known !== undefined && (error as CallError).code !== codes.tooManyRequests.code;
  const title = known ? t(known[0]) : error instanceof CallError ? error.message : t('failed');
  return (
    <MessageCard title={title} {...(known && { hint: t(known[1]) })}>
      {!isFinal && (
        <VisitorButton primary onClick={retry}>
          {t('tryAgain')}
        </VisitorButton>
      )}
      {known === undefined && toList && <VisitorButton onClick={toList}>{t('toList')}</VisitorButton>}
    </MessageCard>
  );
}

/** A button of the share pages, which have no Ant Design. */
export function VisitorButton({ primary, ...rest }: { primary?: boolean } & ComponentProps<typeof PlainButton>): ReactNode {
  return <PlainButton {...rest} className={classNames(styles.button, primary && styles.main)} />;
}
