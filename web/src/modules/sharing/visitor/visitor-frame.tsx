import { codes } from '@dossier/contract/core/codes';
import type { Lang } from '@dossier/contract/core/shapes';
import type { ComponentProps, ReactNode } from 'react';
import { CallError } from '../../../platform/call.ts';
import { type TextKey, languageNames, languageTags, platformText, setLanguage, useLanguage, useText } from '../../../platform/i18n.ts';
import { Card, Heading, PlainButton, Row, Text, classNames } from '../../../platform/ui/layout.tsx';
import styles from './visitor.module.css';

interface MessageCardProps {
  title: string;
  hint?: string;
  children?: ReactNode;
}

/** A page with one card, before or instead of the shared items. It reveals nothing of them. */
export function MessageCard({ title, hint, children }: MessageCardProps): ReactNode {
  return (
    <div className={styles.door}>
      <Card as="main" gap={3} className={styles.card}>
        <img src="/mark.svg" alt="" width={36} height={36} />
        <Heading level={1}>{title}</Heading>
        {hint && (
          <Text as="p" tone="muted">
            {hint}
          </Text>
        )}
        {children}
      </Card>
      <Row as="footer" justify="center">
        <LangSelect />
      </Row>
    </div>
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

/** The language of the share pages: by default the browser's. */
export function LangSelect(): ReactNode {
  const t = useText('sharing.visitor');
  const lang = useLanguage();
  return (
    <select
      className={styles.select}
      aria-label={t('language')}
      value={lang}
      onChange={({ target }) => void setLanguage(target.value as Lang)}
    >
      {Object.entries(languageNames).map(([id, name]) => (
        <option key={id} value={id} lang={languageTags[id as Lang]}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** A button of the share pages, which have no Ant Design. */
export function VisitorButton({ primary, ...rest }: { primary?: boolean } & ComponentProps<typeof PlainButton>): ReactNode {
  return <PlainButton {...rest} className={classNames(styles.button, primary && styles.main)} />;
}
