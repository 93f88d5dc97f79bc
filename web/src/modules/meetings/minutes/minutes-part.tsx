import type { Meeting } from '@dossier/contract/meetings/meetings';
import { type Minutes, maxMinutesLength, minutes } from '@dossier/contract/meetings/minutes';
import { Input, Segmented } from 'antd';
import { type ReactNode, Suspense, lazy, useCallback, useState } from 'react';
import { textOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { Section, SmallNote } from '../../../platform/ui/page-parts.tsx';
import { useAutosave } from './autosave.ts';
import { TasksSection } from './tasks.tsx';

const MinutesPage = lazy(() => import('./rendered-minutes.tsx').then((m) => ({ default: m.RenderedMinutes })));

/** The minutes, their decisions and tasks. */
export function MinutesSection({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('meetings.minutes');
  const found = useCall(minutes.show, { id: meeting.id });
  if (found.error && !found.data) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return null;
  const { data } = found;
  if (!data.writes && data.text === '' && data.tasks.length === 0 && meeting.state === 'planned') return null;
  return (
    <>
      {data.writes ? (
        <MinutesEditor key={meeting.id} id={meeting.id} known={data} />
      ) : (
        <Section title={t('minutes')}>{data.text === '' ? <Hint>{t('noMinutes')}</Hint> : <RenderedText source={data.text} />}</Section>
      )}
      <TasksSection meeting={meeting} known={data} />
    </>
  );
}

const RenderedText = ({ source }: { source: string }): ReactNode => (
  <Suspense
    fallback={
      <Text as="p" prose>
        {source}
      </Text>
    }
  >
    <MinutesPage source={source} />
  </Suspense>
);

function MinutesEditor({ id, known }: { id: string; known: Minutes }): ReactNode {
  const t = useText('meetings.minutes');
  const [shown, setShown] = useState<'write' | 'page'>('write');
  const met = useCallback((name: string) => notice.info(textOf('meetings.minutes')('metOther', { name })), []);
  const { text, change, saving, save } = useAutosave(id, known, met);
  return (
    <Section
      title={
        <>
          {t('minutes')} <SmallNote role="status">{t(`saving_${saving}`)}</SmallNote>
        </>
      }
      actions={
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
      }
    >
      {shown === 'write' ? (
        <Input.TextArea
          aria-label={t('minutes')}
          placeholder={t('minutesHint')}
          autoSize={{ minRows: 6, maxRows: 40 }}
          maxLength={maxMinutesLength}
          value={text}
          onChange={({ target }) => change(target.value)}
          onBlur={() => void save()}
        />
      ) : (
        <RenderedText source={text} />
      )}
    </Section>
  );
}
