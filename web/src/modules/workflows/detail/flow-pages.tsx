import { ArrowLeftOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import { objType } from '@dossier/contract/core/rights';
import { type FlowDocument, type FlowKind, type FlowScope, borrowLevels } from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { useCall } from '../../../platform/query.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useDelayed, useMedia, usePageTitle } from '../../../platform/ui/hooks.ts';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { LinkButton } from '../../../platform/ui/native-controls.tsx';
import { Facts, Page } from '../../../platform/ui/page-layout.tsx';
import { DetailHeader, FileRow, Section } from '../../../platform/ui/page-parts.tsx';
import { SealList } from '../../signatures/seal-list.tsx';
import { type DesignWords, type WordedStep, useDesignWords } from '../designer/design-words.ts';
import styles from '../flows.module.css';
import { FlowList, isOver } from '../lists/flow-list.tsx';
import { namesIn } from '../templates/template-draft.ts';
import { draftsPath, finishedPath, handledPath, itemPath, minePath, waitingPath } from '../paths.ts';
import { DecideBox, useDecisionDrafts } from './decide-box.tsx';
import { FlowActions } from './flow-actions.tsx';
import { FlowAttachments } from './flow-attachments.tsx';
import { FlowProblems } from './flow-problems.tsx';
import { FlowPicture, Steps } from './flow-progress.tsx';
import { FlowTrail } from './flow-trail.tsx';
import { FlowValues } from './flow-values.tsx';
import { DueTime, type FlowDetail, StatusTag, UrgencyTag, ruleWith } from './flow-view.tsx';

const Query = { flowId: idParam };

/** A list of flows, or the flow in the address. */
function ListOrFlow({ scope, path }: { scope: FlowScope; path: string }): ReactNode {
  const { flowId } = usePageQuery(Query);
  return flowId === undefined ? <FlowList key={scope} scope={scope} path={path} /> : <FlowPage key={flowId} id={flowId} back={path} />;
}

/** Flows waiting for the user. */
export const WaitingPage = (): ReactNode => <ListOrFlow scope="waiting" path={waitingPath} />;

/** Flows that the user applied for. */
export const MinePage = (): ReactNode => <ListOrFlow scope="mine" path={minePath} />;

/** The user's drafts and returned flows. */
export const DraftsPage = (): ReactNode => <ListOrFlow scope="drafts" path={draftsPath} />;

/** Flows that the user has decided. */
export const HandledPage = (): ReactNode => <ListOrFlow scope="handled" path={handledPath} />;

/** Ended flows. */
export const FinishedPage = (): ReactNode => <ListOrFlow scope="finished" path={finishedPath} />;

/** The viewer address of a flow document, at its submitted revision. */
function viewerOf({ id = '', currentRev = '', ext }: FlowDocument): string {
  const window = extensions.sheet.has(ext) ? '/flowPreviewExcel' : '/flowPreviewPdf';
  return `${window}?id=${id}&currentRev=${currentRev}`;
}

/** The documents of a flow, each at its submitted revision. */
function FlowDocuments({ list }: { list: readonly FlowDocument[] }): ReactNode {
  return (
    <Stack as="ul" className={styles.measure}>
      {list.map((one, at) => (
        <FlowDocumentRow key={one.id ?? `hidden ${at}`} one={one} />
      ))}
    </Stack>
  );
}

function FlowDocumentRow({ one }: { one: FlowDocument }): ReactNode {
  const t = useText('workflows');
  const s = useText('signatures');
  const [isChecked, setChecked] = useState(false);
  const { id, currentRev: revision } = one;
  return (
    <>
      <FileRow>
        <FileIcon objType={objType.document} {...(one.ext && { ext: one.ext })} />
        {one.canView && one.id !== undefined ? (
          <AppLink to={viewerOf(one)} title={one.name}>
            {one.name}
          </AppLink>
        ) : (
          <Text tone="muted" title={one.name}>
            {one.hidden ? t('hiddenDocument') : one.name || t('goneDocument')}
          </Text>
        )}
        <Text as="small" size="xs" tone="muted" nowrap>
          {[
            ...(one.hidden || one.versionLabel === '' ? [] : [t('version', { label: one.versionLabel })]),
            ...(one.gone ? [t('isGone')] : []),
            ...(one.changed ? [t('isChanged')] : []),
          ].join(' · ')}
        </Text>
        {one.resultId !== undefined && (
          <AppLink to={itemPath(one.resultId)} title={one.resultName}>
            {one.resultName === one.name ? t('toResult') : t('result', { name: one.resultName ?? '' })}
          </AppLink>
        )}
      </FileRow>
      {one.signed && one.canView && (
        // below the name, which a phone would have no room for beside it
        <Row as="li">
          <LinkButton title={s('verifyHint')} aria-expanded={isChecked} onClick={() => setChecked(!isChecked)}>
            {s('verify')}
          </LinkButton>
        </Row>
      )}
      {isChecked && id !== undefined && revision !== undefined && (
        <Stack as="li" pad={[2, 0]}>
          <SealList item={{ id, revision }} />
        </Stack>
      )}
    </>
  );
}

/** A flow: request, documents, state, history, and the user's actions. */
export function FlowPage({ id, back }: { id: string; back: string }): ReactNode {
  const t = useText('workflows');
  const found = useCall(flows.show, { id });
  const late = useDelayed(found.isPending);
  const link = <AppLink to={back}>{t('toList')}</AppLink>;
  if (found.error !== null && found.data === undefined)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.flowMissing.code && link} />;
  if (found.data === undefined) return <Page>{late && <Skeleton active />}</Page>;
  return <LoadedFlow flow={found.data} back={back} />;
}

function LoadedFlow({ flow, back }: { flow: FlowDetail; back: string }): ReactNode {
  const t = useText('workflows');
  const isNarrow = useMedia('narrow');
  const drafts = useDecisionDrafts();
  const words = useDesignWords({
    flowKind: flow.flowKind,
    graph: flow.graph,
    steps: flow.stepList.map((step) => withForeseen(step, (count) => t('morePeople', { count }))),
    fields: flow.fields,
    names: namesIn(flow),
  });
  usePageTitle(flow.title || t('untitled'));
  const decisions = flow.decisions.map((decision) => <DecideBox key={decision.position} flow={flow} decision={decision} drafts={drafts} />);
  const progress = <Progress flow={flow} words={words} />;
  return (
    <Page>
      <FlowHeader flow={flow} back={back} />
      <FlowProblems flow={flow} words={words} />
      {isNarrow ? (
        <>
          <FlowFacts flow={flow} />
          <Papers flow={flow} />
          {decisions}
          {progress}
          <PictureSection flow={flow} words={words} />
        </>
      ) : (
        <div className={styles.sheet}>
          <div>
            <FlowFacts flow={flow} />
            <Papers flow={flow} />
            <PictureSection flow={flow} words={words} />
          </div>
          <aside aria-label={t('progress')}>
            {decisions}
            {progress}
          </aside>
        </div>
      )}
    </Page>
  );
}

/** A step in the picture: it names whom the list of steps names. */
function withForeseen(step: FlowDetail['stepList'][number], moreText: (count: number) => string): WordedStep {
  const { people, more, alone } = step.foreseen ?? { people: [], more: 0 };
  if (people.length === 0) return step;
  const names = more > 0 ? [...people, moreText(more)] : people;
  return { ...ruleWith(step, alone), approvers: names.map((name) => ({ kind: 'person', name })) };
}

/** The title, the state and the actions. */
function FlowHeader({ flow, back }: { flow: FlowDetail; back: string }): ReactNode {
  const t = useText('workflows');
  return (
    <DetailHeader
      back={
        <AppLink to={back} aria-label={t('toList')} title={t('toList')}>
          <ArrowLeftOutlined />
        </AppLink>
      }
      title={flow.title || t('untitled')}
      status={
        <>
          <StatusTag status={flow.status} />
          <UrgencyTag urgency={flow.urgency} />
        </>
      }
    >
      <FlowActions flow={flow} back={back} />
    </DetailHeader>
  );
}

/** The steps, and what happened so far. */
function Progress({ flow, words }: { flow: FlowDetail; words: DesignWords }): ReactNode {
  const t = useText('workflows');
  return (
    <>
      <Section title={t('steps')}>
        <Steps flow={flow} words={words} />
      </Section>
      {flow.trail.length > 0 && (
        <Section title={t('trail')}>
          <FlowTrail flow={flow} />
        </Section>
      )}
    </>
  );
}

/** What is decided about: the request, the form, the documents and the attachments. */
function Papers({ flow }: { flow: FlowDetail }): ReactNode {
  const t = useText('workflows');
  const d = useText('designer');
  return (
    <>
      <Section title={t('reason')}>
        <Text as="p" prose>
          {flow.reason || '–'}
        </Text>
      </Section>
      {flow.fields.length > 0 && (
        <Section title={d('form')}>
          <FlowValues fields={flow.fields} values={flow.values} />
        </Section>
      )}
      {flow.documents.length > 0 && (
        <Section title={t('documents')}>
          <FlowDocuments list={flow.documents} />
        </Section>
      )}
      <FlowAttachments flowId={flow.id} title={flow.title || t('untitled')} />
    </>
  );
}

function PictureSection({ flow, words }: { flow: FlowDetail; words: DesignWords }): ReactNode {
  const d = useText('designer');
  return (
    <Section title={d('picture')}>
      <FlowPicture flow={flow} words={words} />
    </Section>
  );
}

function FlowFacts({ flow }: { flow: FlowDetail }): ReactNode {
  const t = useText('workflows');
  const d = useText('designer');
  const waits = flow.status === 'waiting';
  return (
    <Facts
      facts={[
        [t('number'), flow.number || '–'],
        [t('template'), flow.templateName],
        flow.parent !== undefined && [
          d('parent'),
          <AppLink key="parent" to={`${minePath}?flowId=${flow.parent.id}`}>
            {flow.parent.title || flow.parent.number}
          </AppLink>,
        ],
        [
          t('applicant'),
          <Row key="applicant" as="span" gap={2}>
            <Avatar name={flow.applicantName} url={flow.avatarUrl} size={22} />
            {flow.departmentName === '' ? flow.applicantName : `${flow.applicantName} · ${flow.departmentName}`}
          </Row>,
        ],
        flow.submitTime !== undefined && [t('submitTime'), <RelativeTime key="submitted" iso={flow.submitTime} />],
        flow.finishTime !== undefined && [t('finishTime'), <RelativeTime key="finished" iso={flow.finishTime} />],
        waits && flow.dueTime !== undefined && [t('due'), <DueTime key="due" iso={flow.dueTime} over={isOver(flow.dueTime)} />],
        flow.target !== undefined && [
          t(targetWord(flow.flowKind)),
          <AppLink key="target" to={itemPath(flow.target.id)}>
            {flow.target.name}
          </AppLink>,
        ],
        isBorrowLevel(flow.level) && [t('level'), t(`level_${flow.level}`)],
        flow.lastTime !== undefined && [t('lastTime'), <DueTime key="last" iso={flow.lastTime} over={false} />],
        flow.deadlineDate !== undefined && [
          t('deadlineDate'),
          <DueTime key="deadline" iso={flow.deadlineDate} over={waits && isOver(flow.deadlineDate)} />,
        ],
        flow.effectiveTime !== undefined && [
          t('effectiveTime'),
          <Row key="effective" as="span" gap={2} wrap>
            <DueTime iso={flow.effectiveTime} over={false} />
            {flow.isScheduled && <Text tone="muted">{t('isScheduled')}</Text>}
          </Row>,
        ],
        flow.notify.length > 0 && [t('notify'), joinedNames(flow.notify.map((one) => one.name || t('goneOne')))],
      ]}
    />
  );
}

const targetWord = (kind: FlowKind) => (kind === 'revise' ? 'former' : kind === 'upload' ? 'place_upload' : 'place_publish');

type BorrowLevel = (typeof borrowLevels)[number];
const isBorrowLevel = (level: number | undefined): level is BorrowLevel =>
  (borrowLevels as readonly (number | undefined)[]).includes(level);
