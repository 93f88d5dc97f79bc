import type { Item } from '@dossier/contract/documents/library';
import { library } from '@dossier/contract/documents/library';
import { Alert, Button, DatePicker, Form } from 'antd';
import type { Dayjs } from 'dayjs';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { can } from '../areas.ts';

/** A date of a document. */
export type DateField = 'validUntil' | 'reviewTime';

/** A chosen day as it is sent: its end, as the last day counts; null for none. */
export const dateValue = (day: Dayjs | null | undefined): string | null => (day ? day.endOf('day').toISOString() : null);

/**
 * What follows where documents get a last day of validity that has passed: they expire at once, and their cabinet may hide them, from the user as well.
 * Undefined for other days.
 */
export function useExpiryWarning(items: readonly Item[], until: Dayjs | null | undefined): string | undefined {
  const t = useText('documents.validity');
  const [now] = useState(Date.now);
  const isPast = until !== null && until !== undefined && until.endOf('day').valueOf() <= now;
  const cabinets = [...new Set(items.map((item) => item.cabinetId))];
  const [cabinetId] = cabinets;
  const isOne = cabinets.length === 1 && cabinetId !== undefined;
  const cabinet = useCall(library.cabinetDetail, { id: cabinetId ?? '' }, { enabled: isPast && isOne });
  if (!isPast) return undefined;
  const count = items.length;
  const first = t('expireAtOnce', { count });
  if (!isOne || cabinet.data === undefined) return `${first} ${t('mayBeHidden', { count })}`;
  const { expiredFor = 'everybody' } = cabinet.data;
  if (expiredFor === 'everybody') return first;
  const isHidden = items.some(({ rights }) => !can(rights, expiredFor));
  return [first, t(`seenThenBy_${expiredFor}`), ...(isHidden ? [t('unseenThen', { count })] : [])].join(' ');
}

interface DateFieldsProps {
  /** Stands below the last day of validity. */
  warning?: string | undefined;
  /** Where documents have different dates that nobody has touched yet. */
  differing?: ReadonlySet<DateField>;
  touch?: (field: DateField, day: Dayjs | null) => void;
}

/** The fields of the last day on which a document is valid, and of the day of its review. */
export function DateFields({ warning, differing, touch }: DateFieldsProps): ReactNode {
  const t = useText('documents.validity');
  const form = Form.useFormInstance();
  const picker = (field: DateField, none: string): ReactNode => (
    <DatePicker
      style={{ width: '100%' }}
      placeholder={differing?.has(field) ? t('different') : none}
      onChange={(day) => touch?.(field, day)}
    />
  );
  const remover = (field: DateField): ReactNode =>
    differing?.has(field) && (
      <Button
        type="link"
        size="small"
        onClick={() => {
          form.setFieldValue(field, null);
          touch?.(field, null);
        }}
      >
        {t('removeAll')}
      </Button>
    );
  return (
    <>
      <Form.Item
        name="validUntil"
        label={t('validUntil')}
        extra={
          <>
            {t('validUntilHint')} {remover('validUntil')}
          </>
        }
      >
        {picker('validUntil', t('unlimited'))}
      </Form.Item>
      {warning !== undefined && (
        <Form.Item>
          <Alert type="warning" showIcon role="status" title={warning} />
        </Form.Item>
      )}
      <Form.Item name="reviewTime" label={t('reviewOn')} extra={remover('reviewTime')}>
        {picker('reviewTime', t('noReview'))}
      </Form.Item>
    </>
  );
}
