import { DatePicker, Form } from 'antd';
import type { Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import type { TextOf } from '../../../platform/i18n.ts';

/** A chosen day as it is sent: its end, as the last day counts; null for none. */
export const dateValue = (day: Dayjs | null | undefined): string | null => (day ? day.endOf('day').toISOString() : null);

/** The fields of the last day on which a document is valid, and of the day of its review. */
export const dateFields = (t: TextOf<'documents.validity'>): ReactNode => (
  <>
    <Form.Item name="validUntil" label={t('validUntil')} extra={t('validUntilHint')}>
      <DatePicker style={{ width: '100%' }} placeholder={t('unlimited')} />
    </Form.Item>
    <Form.Item name="reviewTime" label={t('reviewOn')}>
      <DatePicker style={{ width: '100%' }} placeholder={t('noReview')} />
    </Form.Item>
  </>
);
