import { ArrowLeftOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import { objType } from '@dossier/contract/core/rights';
import { type FlowDocument, type FlowEvent, type FlowKind, borrowLevels } from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import record from '../../../platform/ui/detail-page.module.css';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useDelayed, usePageTitle } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import styles from '../flows.module.css';
import { isOver } from '../lists/flow-list.tsx';
import { itemPath } from '../paths.ts';
import { DecideBox, FlowActions } from './flow-actions.tsx';
import detail from './flow-detail.module.css';
import { DueTime, type FlowDetail, StatusTag, Steps, UrgencyTag } from './flow-view.tsx';

/** The viewer address of a flow document, at its submitted revision. */
function viewerOf({ id = '', currentRev = '', ext }: FlowDocument): string {
  const window = extensions.sheet.has(ext) ? '/flowPreviewExcel' : '/flowPreviewPdf';
  return `${window}?id=${id}&currentRev=${currentRev}`;
}

/** The documents of a flow, each at its submitted revision. */
function FlowDocuments({ list }: { list: readonly FlowDocument[] }): ReactNode {
  const t = useText('workflows');
  return (
    <ul className={styles.documents}>
      {list.map((one, at) => (
        <li key={one.id ?? `hidden ${at}`} data-gone={one.gone || one.hidden || undefined}>
          <FileIcon objType={objType.document} {...(one.ext && { ext: one.ext })} />
          {one.canView && one.id !== undefined ? (
            <AppLink to={viewerOf(one)} title={one.name}>
              {one.name}
            </AppLink>
          ) : (
            <span title={one.name}>{one.hidden ? t('hiddenDocument') : one.name || t('goneDocument')}</span>
          )}
          <small>
            {[
              ...(one.hidden ? [] : [t('version', { count: one.version })]),
              ...(one.gone ? [t('isGone')] : []),
              ...(one.changed ? [t('isChanged')] : []),
            ].join(' · ')}
          </small>
          {one.resultId !== undefined && (
            <AppLink to={itemPath(one.resultId)} className={styles.result} title={one.resultName}>
              {one.resultName === one.name ? t('toResult') : t('result', { name: one.resultName ?? '' })}
            </AppLink>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The history of a flow. */
function FlowTrail({ list }: { list: readonly FlowEvent[] }): ReactNode {
  const t = useText('workflows');
  return (
    <ol className={detail.trail}>
      {list.map((line) => (
        <li key={line.id} data-kind={line.kind}>
          <div>
            <span>{t(`event_${line.kind}`, { name: line.personName, step: line.stepName, names: line.names.join(', ') || '–' })}</span>
            {line.forName !== '' && <span className={detail.standIn}>{t('insteadOf', { name: line.forName })}</span>}
            {line.opinion !== '' && <q>{line.opinion}</q>}
          </div>
          <RelativeTime iso={line.time} />
        </li>
      ))}
    </ol>
  );
}

/** A flow: request, documents, state, history, and the user's actions. */
export function FlowPage({ id, back }: { id: string; back: string }): ReactNode {
  const t = useText('workflows');
  const found = useCall(flows.show, { id });
  const late = useDelayed(found.isPending);
  const way = <AppLink to={back}>{t('toList')}</AppLink>;
  if (found.error !== null && found.data === undefined)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.flowMissing.code && way} />;
  if (found.data === undefined) return <div className={record.page}>{late && <Skeleton active />}</div>;
  return <LoadedFlow flow={found.data} back={back} />;
}

function LoadedFlow({ flow, back }: { flow: FlowDetail; back: string }): ReactNode {
  const t = useText('workflows');
  usePageTitle(flow.title || t('untitled'));
  return (
    <div className={record.page}>
      <header className={record.head}>
        <AppLink to={back} aria-label={t('toList')} title={t('toList')}>
          <ArrowLeftOutlined />
        </AppLink>
        <h1 title={flow.title}>{flow.title || t('untitled')}</h1>
        <StatusTag status={flow.status} />
        <UrgencyTag urgency={flow.urgency} />
        <span className={record.gap} />
        <FlowActions flow={flow} back={back} />
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
          <FlowTrail list={flow.trail} />
        </section>
      )}
    </div>
  );
}

function Facts({ flow }: { flow: FlowDetail }): ReactNode {
  const t = useText('workflows');
  const waits = flow.status === 'waiting';
  const facts: [string, ReactNode][] = [
    [t('number'), flow.number || '–'],
    [t('template'), flow.templateName],
    [t('applicant'), flow.departmentName === '' ? flow.applicantName : `${flow.applicantName} · ${flow.departmentName}`],
    ...fact(flow.submitTime !== undefined, t('submitTime'), <RelativeTime iso={flow.submitTime ?? ''} />),
    ...fact(flow.finishTime !== undefined, t('finishTime'), <RelativeTime iso={flow.finishTime ?? ''} />),
    ...fact(waits && flow.dueTime !== undefined, t('due'), <DueTime iso={flow.dueTime} over={isOver(flow.dueTime)} />),
    ...fact(
      flow.target !== undefined,
      t(targetWord(flow.flowKind)),
      flow.target && <AppLink to={itemPath(flow.target.id)}>{flow.target.name}</AppLink>,
    ),
    ...fact(isBorrowLevel(flow.level), t('level'), isBorrowLevel(flow.level) && t(`level_${flow.level}`)),
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

type BorrowLevel = (typeof borrowLevels)[number];
const isBorrowLevel = (level: number | undefined): level is BorrowLevel =>
  (borrowLevels as readonly (number | undefined)[]).includes(level);

const fact = (shown: boolean, name: string, value: ReactNode): [string, ReactNode][] => (shown ? [[name, value]] : []);
