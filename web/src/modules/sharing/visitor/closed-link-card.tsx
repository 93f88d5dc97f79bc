import { codes } from '@dossier/contract/core/codes';
import type { ReactNode } from 'react';
import { CallError } from '../../../platform/call.ts';
import { type TextKey, platformText, useText } from '../../../platform/i18n.ts';
import { MessageCard } from './message-card.tsx';
import { VisitorButton } from './visitor-button.tsx';

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
