import { ArrowLeftOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/codes';
import { borrowLevels, type FlowKind } from '@dossier/contract/flow-shapes';
import { flows } from '@dossier/contract/flows';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../ground/hooks/use-page-title.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useCall } from '../../ground/use-call.ts';
import { DecideBox } from './decide-box.tsx';
import { DueTime } from './due-time.tsx';
import { FlowButtons } from './flow-buttons.tsx';
import { FlowDocuments } from './flow-documents.tsx';
import { isOver } from './flows-table.tsx';
import { Steps } from './flow-steps.tsx';
import record from '../../ground/ui/record.module.css';
import detail from './flow-detail.module.css';
import { spotPath } from './paths.ts';
import type { Shown } from './shown.ts';
import { StatusTag, UrgencyTag } from './status-tag.tsx';
import { Trail } from './trail.tsx';

/** A flow: what is asked for, its documents, how far it is, what became of it, and what the person can do. */
export function FlowPage({ id, back }: { id: string; back: string }): ReactNode {
  const t = useText('flows');
  const found = useCall(flows.show, { id });
  const late = useDelayed(found.isPending);
  const way = <GoLink to={back}>{t('toList')}</GoLink>;
  if (found.error !== null && found.data === undefined)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.flowMissing.code && way} />;
  if (found.data === undefined) return <div className={record.page}>{late && <Skeleton active />}</div>;
  return <OneFlow flow={found.data} back={back} />;
}

function OneFlow({ flow, back }: { flow: Shown; back: string }): ReactNode {
  const t = useText('flows');
  usePageTitle(flow.title || t('untitled'));
  return (
    <div className={record.page}>
      <header className={record.head}>
        <GoLink to={back} aria-label={t('toList')} title={t('toList')}>
          <ArrowLeftOutlined />
        </GoLink>
        <h1 title={flow.title}>{flow.title || t('untitled')}</h1>
        <StatusTag status={flow.status} />
        <UrgencyTag urgency={flow.urgency} />
        <span className={record.gap} />
        <FlowButtons flow={flow} back={back} />
      </header>
      <Facts flow={flow} />
      {flow.decidesFor !== undefined && <DecideBox flow={flow} />}
      <section className={record.part}>
        <h2>{t('reason')}</h2>
        <p className={detail.reason}>{flow.reason || '–'}</p>
      </section>
      {flow.documents.length > 0 && (
        <section className={record.part}>
          <h2>{t('documents')}</h2>
          <FlowDocuments list={flow.documents} />
        </section>
      )}
      <section className={record.part}>
        <h2>{t('steps')}</h2>
        <Steps flow={flow} />
      </section>
      {flow.trail.length > 0 && (
        <section className={record.part}>
          <h2>{t('trail')}</h2>
          <Trail list={flow.trail} />
        </section>
      )}
    </div>
  );
}

function Facts({ flow }: { flow: Shown }): ReactNode {
  const t = useText('flows');
  const waits = flow.status === 'waiting';
  const facts: [string, ReactNode][] = [
    [t('number'), flow.number || '–'],
    [t('template'), flow.templateName],
    [t('applicant'), flow.departmentName === '' ? flow.applicantName : `${flow.applicantName} · ${flow.departmentName}`],
    ...fact(flow.submitTime !== undefined, t('submitTime'), <Time iso={flow.submitTime ?? ''} />),
    ...fact(flow.finishTime !== undefined, t('finishTime'), <Time iso={flow.finishTime ?? ''} />),
    ...fact(waits && flow.dueTime !== undefined, t('due'), <DueTime iso={flow.dueTime} over={isOver(flow.dueTime)} />),
    ...fact(
      flow.target !== undefined,
      t(targetWord(flow.flowKind)),
      flow.target && <GoLink to={spotPath(flow.target.id)}>{flow.target.name}</GoLink>,
    ),
    ...fact(isLent(flow.level), t('level'), isLent(flow.level) && t(`level_${flow.level}`)),
    ...fact(flow.lastTime !== undefined, t('lastTime'), <DueTime iso={flow.lastTime} over={false} />),
    ...fact(
      flow.deadlineDate !== undefined,
      t('deadlineDate'),
      <DueTime iso={flow.deadlineDate} over={waits && isOver(flow.deadlineDate)} />,
    ),
    ...fact(flow.notify.length > 0, t('notify'), flow.notify.map((one) => one.name || t('goneOne')).join(', ')),
  ];
  return (
    <dl className={record.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const targetWord = (kind: FlowKind) => (kind === 'revise' ? 'former' : kind === 'upload' ? 'place_upload' : 'place_publish');

type Lent = (typeof borrowLevels)[number];
const isLent = (level: number | undefined): level is Lent => (borrowLevels as readonly (number | undefined)[]).includes(level);

const fact = (shown: boolean, name: string, value: ReactNode): [string, ReactNode][] => (shown ? [[name, value]] : []);
