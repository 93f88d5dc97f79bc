import { ArrowLeftOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import { objType } from '@dossier/contract/core/rights';
import {
  type FlowDecision,
  type FlowDocument,
  type FlowEvent,
  type FlowKind,
  type FlowScope,
  type OwnDecision,
  borrowLevels,
  maxOpinionLength,
} from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { Button, Input, Select, Skeleton } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { idParam } from '../../../platform/page-query.ts';
import { invalidateRoutes, useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { RelativeTime, formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { useDelayed, usePageTitle } from '../../../platform/ui/hooks.ts';
import { Card, DividedList, Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { LinkButton } from '../../../platform/ui/native-controls.tsx';
import { Facts, Page } from '../../../platform/ui/page-layout.tsx';
import { DetailHeader, FieldError, FileRow, Section, SmallNote } from '../../../platform/ui/page-parts.tsx';
import { SealList } from '../../signatures/seal-list.tsx';
import styles from '../flows.module.css';
import { FlowList, isOver } from '../lists/flow-list.tsx';
import { draftsPath, finishedPath, handledPath, itemPath, minePath, waitingPath } from '../paths.ts';
import { FlowActions } from './flow-actions.tsx';
import { FlowAttachments } from './flow-attachments.tsx';
import { FlowPicture, Steps } from './flow-progress.tsx';
import { FlowValues } from './flow-values.tsx';
import { DueTime, type FlowDetail, StatusTag, UrgencyTag, flowRoutesChanged } from './flow-view.tsx';

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

/** The history of a flow. */
function FlowTrail({ list }: { list: readonly FlowEvent[] }): ReactNode {
  const t = useText('workflows');
  return (
    <DividedList as="ol" lines="roomy" className={styles.measure}>
      {list.map((line) => (
        <Row as="li" key={line.id} gap={4} align="start" justify="between">
          <Text as="div">
            <span>{t(`event_${line.kind}`, { name: line.personName, step: line.stepName, names: joinedNames(line.names) || '–' })}</span>
            {line.forName !== '' && <Text tone="muted"> {t('insteadOf', { name: line.forName })}</Text>}
            {line.opinion !== '' && (
              <div>
                <q>{line.opinion}</q>
              </div>
            )}
          </Text>
          <Text size="s" tone="muted" nowrap>
            <RelativeTime iso={line.time} />
          </Text>
        </Row>
      ))}
    </DividedList>
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
  const d = useText('designer');
  usePageTitle(flow.title || t('untitled'));
  return (
    <Page>
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
      <FlowFacts flow={flow} />
      {flow.decisions.map((decision) => (
        <DecideBox key={decision.position} flow={flow} decision={decision} />
      ))}
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
      <Section title={t('steps')}>
        <div className={styles.progressColumns}>
          <Steps flow={flow} />
          <FlowPicture flow={flow} />
        </div>
      </Section>
      {flow.trail.length > 0 && (
        <Section title={t('trail')}>
          <FlowTrail list={flow.trail} />
        </Section>
      )}
    </Page>
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
        [t('applicant'), flow.departmentName === '' ? flow.applicantName : `${flow.applicantName} · ${flow.departmentName}`],
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

/** Whether the step asks for a signature; it cannot be given where a document is gone, or not open to the user any more. */
function signingOf({ documents }: FlowDetail, { signs }: OwnDecision): 'asked' | 'impossible' | undefined {
  if (!signs) return undefined;
  return documents.every(({ currentRev, gone, canView }) => currentRev !== undefined && !gone && canView) ? 'asked' : 'impossible';
}

/** The decision form: an opinion, and the decision. */
function DecideBox({ flow, decision: own }: { flow: FlowDetail; decision: OwnDecision }): ReactNode {
  const t = useText('workflows');
  const d = useText('designer');
  const field = useId();
  const [opinion, setOpinion] = useState('');
  const [missing, setMissing] = useState(false);
  const [toStep, setToStep] = useState(-1);
  const decide = useCallMutation(flows.decide, { refresh: flowRoutesChanged });
  const signing = signingOf(flow, own);
  const isOneOfSeveral = flow.decisions.length > 1;
  const say = async (decision: FlowDecision): Promise<void> => {
    if (decision !== 'ratify' && opinion.trim() === '') {
      setMissing(true);
      document.getElementById(field)?.focus();
      return;
    }
    if (decision === 'ratify' && signing === 'asked') {
      const { openSignFlowDialog } = await import('./sign-flow-dialog.tsx');
      return openSignFlowDialog({ flow, decision: own, opinion });
    }
    const target = decision === 'return' && toStep >= 0 && { toStep };
    await decide.mutateAsync({ id: flow.id, position: own.position, step: own.step, round: flow.round, decision, opinion, ...target });
    notice.success(t(`said_${decision}`, { name: flow.title }));
  };
  const change = (text: string): void => {
    setOpinion(text);
    setMissing(false);
  };
  return (
    <Card as="section" sunken gap={2} className={styles.decision} aria-label={isOneOfSeveral ? own.stepName : t('yourWord')}>
      {isOneOfSeveral && (
        <Heading level={2}>
          {own.stepName}
          {own.dueTime !== undefined && <SmallNote> {d('dueAt', { time: formatExactTime(own.dueTime).slice(0, -3) })}</SmallNote>}
        </Heading>
      )}
      {own.forName !== '' && <Hint>{t('youStandIn', { name: own.forName })}</Hint>}
      {signing !== undefined && <Hint>{t(signing === 'asked' ? 'signHint' : 'notSignable')}</Hint>}
      <label htmlFor={field}>{t('opinion')}</label>
      <Opinion id={field} value={opinion} missing={missing} change={change} />
      <Row gap={2} wrap>
        {/* after a refusal the displayed state is outdated */}
        <DecisionButtons
          busy={decide.isPending}
          signing={signing}
          say={(decision) => void say(decision).catch(() => invalidateRoutes(...flowRoutesChanged))}
        />
        <ReturnTo flow={flow} backTo={own.backTo} value={toStep} change={setToStep} />
      </Row>
    </Card>
  );
}

interface OpinionProps {
  id: string;
  value: string;
  missing: boolean;
  change: (text: string) => void;
}

const lengthOf = (text: string): number => [...text].length;
const cut = (text: string, { max }: { max: number }): string => [...text].slice(0, max).join('');

function Opinion({ id, value, missing, change }: OpinionProps): ReactNode {
  const t = useText('workflows');
  return (
    <>
      <Input.TextArea
        id={id}
        className={styles.opinion}
        value={value}
        autoSize={{ minRows: 2, maxRows: 6 }}
        count={{ show: true, max: maxOpinionLength, strategy: lengthOf, exceedFormatter: cut }}
        placeholder={t('opinionHint')}
        {...(missing && { status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}-missing` })}
        onChange={(event) => change(event.target.value)}
      />
      {missing && <FieldError id={`${id}-missing`}>{t('opinionNeeded')}</FieldError>}
    </>
  );
}

interface DecisionButtonsProps {
  busy: boolean;
  signing: ReturnType<typeof signingOf>;
  say: (decision: FlowDecision) => void;
}

function DecisionButtons({ busy, signing, say }: DecisionButtonsProps): ReactNode {
  const t = useText('workflows');
  return (
    <>
      {signing !== 'impossible' && (
        <Button type="primary" loading={busy} onClick={() => say('ratify')}>
          {t(signing === 'asked' ? 'signAndRatify' : 'ratify')}
        </Button>
      )}
      <Button danger disabled={busy} onClick={() => say('veto')}>
        {t('veto')}
      </Button>
      <Button disabled={busy} onClick={() => say('return')}>
        {t('return')}
      </Button>
    </>
  );
}

interface ReturnToProps {
  flow: FlowDetail;
  backTo: readonly number[];
  value: number;
  change: (step: number) => void;
}

/** The target of a return; a choice only where the flow has been in a step before. */
function ReturnTo({ flow, backTo, value, change }: ReturnToProps): ReactNode {
  const t = useText('workflows');
  const earlier = backTo.map((at) => ({ value: at, label: t('toStep', { name: flow.stepList[at]?.name ?? '' }) }));
  if (earlier.length === 0) return null;
  return (
    <Select<number>
      aria-label={t('returnTo')}
      value={value}
      popupMatchSelectWidth={false}
      options={[{ value: -1, label: t('toApplicant') }, ...earlier]}
      onChange={change}
    />
  );
}
