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
  const [level, date] = [useId(), useId()];
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
          <label htmlFor={date}>{t('lastTime')}</label>
          <DatePicker
            id={date}
            value={draft.lastTime === undefined ? null : dayjs(draft.lastTime)}
            minDate={dayjs()}
            maxDate={dayjs().add(365, 'day')}
            {...(missing && { status: 'error', 'aria-invalid': true })}
            onChange={(day) => change({ lastTime: day?.endOf('day').toISOString() })}
          />
        </div>
      </div>
      {missing && <p className={styles.wrong}>{t('lastTimeNeeded')}</p>}
      {kind === 'download' && <p className={styles.hint}>{t('downloadHint')}</p>}
    </>
  );
}
