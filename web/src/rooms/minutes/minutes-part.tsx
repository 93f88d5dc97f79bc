import type { Meeting } from '@dossier/contract/meetings';
import { type Minutes, minutes, mostOfMinutes } from '@dossier/contract/minutes';
import { Input, Segmented } from 'antd';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { notice } from '../../ground/notice.ts';
import { textOf, useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import meetings from '../meetings/meetings.module.css';
import record from '../../ground/ui/record.module.css';
import styles from './minutes.module.css';
import { TasksPart } from './tasks-part.tsx';
import { useAutosave } from './use-autosave.ts';

const MinutesPage = lazy(() => import('./minutes-page.tsx').then((m) => ({ default: m.MinutesPage })));

/** What is written down, and what comes of it. */
export function MinutesPart({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('minutes');
  const found = useCall(minutes.show, { id: meeting.id });
  if (found.error && !found.data) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return null;
  const { data } = found;
  if (!data.writes && data.text === '' && data.tasks.length === 0 && meeting.state === 'planned') return null;
  return (
    <>
      <section className={record.part}>
        {data.writes ? (
          <Writer key={meeting.id} id={meeting.id} known={data} />
        ) : (
          <>
            <div className={meetings.partHead}>
              <h2>{t('minutes')}</h2>
            </div>
            {data.text === '' ? <p className={meetings.hint}>{t('noMinutes')}</p> : <Shown source={data.text} />}
          </>
        )}
      </section>
      <TasksPart meeting={meeting} known={data} />
    </>
  );
}

const Shown = ({ source }: { source: string }): ReactNode => (
  <Suspense fallback={<p className={styles.plain}>{source}</p>}>
    <MinutesPage source={source} />
  </Suspense>
);

function Writer({ id, known }: { id: string; known: Minutes }): ReactNode {
  const t = useText('minutes');
  const [shown, setShown] = useState<'write' | 'page'>('write');
  const met = useCallback((name: string) => notice.info(textOf('minutes')('metOther', { name })), []);
  const { text, change, saving, save } = useAutosave(id, known, met);
  return (
    <>
      <div className={meetings.partHead}>
        <h2>
          {t('minutes')}{' '}
          <small className={meetings.hint} role="status">
            {t(`saving_${saving}`)}
          </small>
        </h2>
        <Segmented
          size="small"
          aria-label={t('shownAs')}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'write', label: t('asText') },
            { value: 'page', label: t('asPage') },
          ]}
        />
      </div>
      {shown === 'write' ? (
        <Input.TextArea
          aria-label={t('minutes')}
          placeholder={t('minutesHint')}
          autoSize={{ minRows: 6, maxRows: 40 }}
          maxLength={mostOfMinutes}
          value={text}
          onChange={({ target }) => change(target.value)}
          onBlur={() => void save()}
        />
      ) : (
        <Shown source={text} />
      )}
    </>
  );
}
