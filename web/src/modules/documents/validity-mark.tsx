import { ExclamationCircleOutlined, FieldTimeOutlined } from '@ant-design/icons';
import type { Item } from '@dossier/contract/documents/library';
import { type ReactNode, useState } from 'react';
import { type TextOf, useText } from '../../platform/i18n.ts';
import { formatExactTime } from '../../platform/ui/formatted-values.tsx';
import styles from './item-cells.module.css';

const dayMs = 24 * 3600_000;
/** A document is marked from so many days before it expires. */
const markedDays = 30;

type Dates = Pick<Item, 'validUntil' | 'reviewTime' | 'expired'>;

/** A day as shown beside documents. */
export const dayOf = (iso: string): string => formatExactTime(iso).slice(0, 10);

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** Whether a document has expired: as the server says, or since it was asked. */
const hasExpired = ({ validUntil, expired }: Dates, now: number): boolean =>
  expired === true || (validUntil !== undefined && Date.parse(validUntil) <= now);

/** What there is to say of the dates of a document: that it has expired, expires soon, or is due for review. */
export function validityWords(t: TextOf<'documents.validity'>, dates: Dates, now: number): string[] {
  const { validUntil, reviewTime } = dates;
  const words: string[] = [];
  if (validUntil !== undefined && hasExpired(dates, now)) words.push(t('expiredOn', { day: dayOf(validUntil) }));
  else if (validUntil !== undefined) {
    const days = Math.round((midnight(Date.parse(validUntil)) - midnight(now)) / dayMs);
    if (days === 0) words.push(t('expiresToday'));
    else if (days <= markedDays) words.push(t('expiresIn', { count: days }));
  }
  if (reviewTime !== undefined && Date.parse(reviewTime) <= now) words.push(t('reviewDue'));
  return words;
}

/** The mark of a document that has expired, expires soon or is due for review. */
export function ValidityMark({ item }: { item: Dates }): ReactNode {
  const t = useText('documents.validity');
  const [now] = useState(() => Date.now());
  const words = validityWords(t, item, now).join(' · ');
  if (words === '') return null;
  return hasExpired(item, now) ? (
    <ExclamationCircleOutlined className={styles.expired} role="img" title={words} aria-label={words} />
  ) : (
    <FieldTimeOutlined className={styles.lock} role="img" title={words} aria-label={words} />
  );
}
