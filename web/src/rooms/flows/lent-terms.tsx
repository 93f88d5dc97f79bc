import { borrowLevels, type FlowKind } from '@dossier/contract/flow-shapes';
import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useId } from 'react';
import { useText } from '../../ground/text.ts';
import type { Draft } from './draft.ts';
import styles from './flows.module.css';
import form from './flow-form.module.css';

interface LentTermsProps {
  kind: FlowKind;
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  missing: boolean;
}

/** What is asked for on the documents, and until when. */
export function LentTerms({ kind, draft, change, missing }: LentTermsProps): ReactNode {
  const t = useText('flows');
  const [level, date, wrong] = [useId(), useId(), useId()];
  return (
    <>
      <div className={form.row}>
        {kind === 'borrow' && (
          <div className={form.field}>
            <label htmlFor={level}>{t('level')}</label>
            <Select<number>
              id={level}
              value={draft.level}
              popupMatchSelectWidth={false}
              options={borrowLevels.map((value) => ({ value, label: t(`level_${value}`) }))}
              onChange={(next) => change({ level: next })}
            />
          </div>
        )}
        <div className={form.field}>
          <label htmlFor={date} data-required>
            {t('lastTime')}
          </label>
          <DatePicker
            id={date}
            value={draft.lastTime === undefined ? null : dayjs(draft.lastTime)}
            minDate={dayjs()}
            maxDate={dayjs().add(365, 'day')}
            {...(missing && { status: 'error', 'aria-invalid': true, 'aria-describedby': wrong })}
            onChange={(day) => change({ lastTime: day?.endOf('day').toISOString() })}
          />
          {missing && (
            <p id={wrong} className={styles.wrong}>
              {t('lastTimeNeeded')}
            </p>
          )}
        </div>
      </div>
      {kind === 'download' && <p className={styles.hint}>{t('downloadHint')}</p>}
    </>
  );
}
