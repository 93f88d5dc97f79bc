import { DatePicker, Input, Segmented } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useId } from 'react';
import { useText } from '../../ground/text.ts';
import { type Draft, type Missing } from './draft.ts';
import styles from './flows.module.css';
import form from './flow-form.module.css';

export interface FieldsProps {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
}

/** What it is called, and why it is asked for. */
export function Words({ draft, change, missing }: FieldsProps & { missing: Missing | undefined }): ReactNode {
  const t = useText('flows');
  const wrong = (field: 'title' | 'reason') =>
    missing === field ? { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `flow-${field}-missing` } : {};
  const note = (field: 'title' | 'reason'): ReactNode =>
    missing === field && (
      <p id={`flow-${field}-missing`} className={styles.wrong}>
        {t(`${field}Needed`)}
      </p>
    );
  return (
    <>
      <div className={form.field}>
        <label htmlFor="flow-title" data-required>
          {t('title')}
        </label>
        <Input
          id="flow-title"
          autoFocus={draft.title === ''}
          value={draft.title}
          maxLength={200}
          autoComplete="off"
          aria-required
          {...wrong('title')}
          onChange={(event) => change({ title: event.target.value })}
        />
        {note('title')}
      </div>
      <div className={form.field}>
        <label htmlFor="flow-reason" data-required>
          {t('reason')}
        </label>
        <Input.TextArea
          id="flow-reason"
          value={draft.reason}
          maxLength={2000}
          aria-required
          autoSize={{ minRows: 3, maxRows: 12 }}
          {...wrong('reason')}
          onChange={(event) => change({ reason: event.target.value })}
        />
        {note('reason')}
      </div>
    </>
  );
}

/** How pressing it is, and until when it is needed. */
export function When({ draft, change }: FieldsProps): ReactNode {
  const t = useText('flows');
  const date = useId();
  return (
    <div className={form.row}>
      <div className={form.field}>
        <span>{t('urgency')}</span>
        <Segmented<number>
          aria-label={t('urgency')}
          value={draft.urgency}
          options={([0, 1, 2] as const).map((value) => ({ value, label: t(`urgency_${value}`) }))}
          onChange={(urgency) => change({ urgency })}
        />
      </div>
      <div className={form.field}>
        <label htmlFor={date}>{t('deadlineDate')}</label>
        <DatePicker
          id={date}
          value={draft.deadlineDate === undefined ? null : dayjs(draft.deadlineDate)}
          minDate={dayjs()}
          placeholder={t('noDeadline')}
          onChange={(day) => change({ deadlineDate: day?.endOf('day').toISOString() })}
        />
      </div>
    </div>
  );
}
