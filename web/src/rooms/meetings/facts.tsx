import { CheckCircleFilled } from '@ant-design/icons';
import { type Answer, type Meeting, meetings } from '@dossier/contract/meetings';
import { Button, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import record from '../../ground/ui/record.module.css';
import styles from './meetings.module.css';
import { When } from './when.tsx';

/** When and where, and who leads it. */
export function Facts({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('meetings');
  const { counts } = meeting;
  const link = meeting.link !== '' && (
    <a key="link" href={meeting.link} target="_blank" rel="noreferrer">
      {hostOf(meeting.link)}
    </a>
  );
  const facts: [string, ReactNode][] = [
    [t('time'), <When key="when" start={meeting.startTime} end={meeting.endTime} />],
    ...(meeting.place === '' ? [] : [[t('place'), meeting.place] as [string, ReactNode]]),
    ...(link ? [[t('link'), link] as [string, ReactNode]] : []),
    [t('host'), meeting.hostName],
    ...(meeting.secretaryName === '' ? [] : [[t('secretary'), meeting.secretaryName] as [string, ReactNode]]),
    [t('invited'), t('nComing', { n: counts.invited, yes: counts.yes, perhaps: counts.perhaps, no: counts.no })],
    ...(meeting.state === 'planned' ? [] : [[t('present'), `${counts.present} / ${counts.invited}`] as [string, ReactNode]]),
  ];
  return (
    <>
      <dl className={record.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {meeting.description !== '' && <p className={styles.description}>{meeting.description}</p>}
    </>
  );
}

const hostOf = (link: string): string => URL.parse(link)?.host ?? link;

const refresh = [meetings.show, meetings.people, meetings.list, meetings.coming];

/** What the person says to the invitation, and their signing in: big enough for a thumb. */
export function OwnPart({ meeting }: { meeting: Meeting }): ReactNode {
  const t = useText('meetings');
  const answer = useSend(meetings.answer, { refresh });
  const sign = useSend(meetings.sign, { refresh });
  if (meeting.state !== 'planned' && meeting.state !== 'running') return null;
  const said = meeting.answer === 'open' ? undefined : meeting.answer;
  return (
    <div className={styles.own}>
      <strong>{t('doYouCome')}</strong>
      <Segmented<Answer>
        aria-label={t('doYouCome')}
        value={said ?? 'open'}
        onChange={(next) => next !== 'open' && void answer.mutateAsync({ id: meeting.id, answer: next }).catch(() => undefined)}
        options={(['yes', 'perhaps', 'no'] as const).map((one) => ({ value: one, label: t(`say_${one}`) }))}
      />
      {meeting.state === 'running' &&
        (meeting.present ? (
          <span>
            <CheckCircleFilled style={{ color: 'var(--done)' }} /> {t('youSignedIn')}
          </span>
        ) : (
          <Button
            type="primary"
            size="large"
            loading={sign.isPending}
            onClick={() => void sign.mutateAsync({ id: meeting.id }).catch(() => undefined)}
          >
            {t('signIn')}
          </Button>
        ))}
    </div>
  );
}
