import { CloseOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { FlowField } from '@dossier/contract/workflows/flow-fields';
import {
  type FlowNode,
  type RecipientKind,
  flowGraphLimits,
  recipientKinds,
  rejectableNodeKinds,
} from '@dossier/contract/workflows/flow-graph';
import { flowTemplates } from '@dossier/contract/workflows/flows';
import { Button, Dropdown, Input, Radio, Select } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { Field } from '../../../platform/ui/page-parts.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { PrincipalSelect } from '../../access/principal-select.tsx';
import { StepEditor } from '../templates/step-editor.tsx';
import type { TemplateDraft } from '../templates/template-draft.ts';
import { leaveSettings, panelId } from './canvas-shared.ts';
import { RemovableTag } from './removable-tag.tsx';
import { changeStep, reconnect, setRejected } from './graph-editing.ts';
import { nodeIcon } from './node-marks.tsx';
import styles from './designer.module.css';
import { type Designer, nodeOfProblem } from './use-designer.ts';
import { JoinField, NodeName, TargetSelect, changing } from './node-fields.tsx';
import { WaysEditor } from './ways-editor.tsx';

interface NodePanelProps {
  /** The id of the template that is edited; undefined for a new one. */
  templateId: string | undefined;
  draft: TemplateDraft;
  designer: Designer;
  node: FlowNode;
  /** Whether what it stands in has a button that closes it. */
  isInDrawer?: boolean;
}

/** The settings of a node: what it does, where it leads, and what can be done with it. */
export function NodePanel({ templateId, draft, designer, node, isInDrawer }: NodePanelProps): ReactNode {
  const t = useText('designer');
  const { words, editing, problems } = designer;
  const own = problems.filter((problem) => nodeOfProblem(draft, problem) === node.id);
  const way = draft.graph.edges.find(({ from, port }) => from === node.id && port === 'next');
  const isFork = node.kind === 'branch' || node.kind === 'parallel';
  return (
    <Stack gap={4} pad={4} className={styles.panelBody}>
      <Row gap={2} justify="between">
        <Heading level={2} id={panelId} tabIndex={-1} truncate>
          {nodeIcon(node)} {t(`kind_${node.kind}`)}
        </Heading>
        {isInDrawer !== true && (
          <ToolButton label={t('closeSettings')} icon={<CloseOutlined />} onClick={() => leaveSettings(editing, node.id)} />
        )}
      </Row>
      {own.length > 0 && (
        <Stack as="ul" gap={1}>
          {own.map((problem, at) => (
            <Text as="li" key={at} size="s" tone="danger">
              {words.problem(problem)}
            </Text>
          ))}
        </Stack>
      )}
      <NodeSettings templateId={templateId} draft={draft} designer={designer} node={node} />
      {isFork && <WaysEditor draft={draft} designer={designer} node={node} />}
      {!isFork && node.kind !== 'end' && <NextField draft={draft} designer={designer} node={node} />}
      {rejectableNodeKinds.includes(node.kind) && <RejectedField draft={draft} designer={designer} node={node} />}
      <Row gap={2} wrap>
        {way !== undefined && !isFork && (
          <Dropdown
            trigger={['click']}
            autoFocus
            menu={{
              items: editing.insertable(way.id).map((kind) => ({
                key: kind,
                icon: nodeIcon({ kind, passed: false }),
                label: t(`insert_${kind}`),
                onClick: () => editing.insert(way.id, kind),
              })),
            }}
          >
            <Button icon={<PlusOutlined />}>{t('insertAfter')}</Button>
          </Dropdown>
        )}
        {designer.canRemove(node.id) && (
          <Button danger icon={<DeleteOutlined />} onClick={() => editing.remove(node.id)}>
            {t('remove')}
          </Button>
        )}
      </Row>
    </Stack>
  );
}

type SettingsProps = Omit<NodePanelProps, 'templateId'>;

function NodeSettings({ templateId, draft, designer, node }: NodePanelProps): ReactNode {
  const t = useText('designer');
  const { kind } = node;
  const step = node.step === undefined ? undefined : draft.steps[node.step];
  if (kind === 'approval' && step !== undefined)
    return (
      <StepEditor
        key={step.key}
        step={step}
        flowKind={draft.flowKind}
        change={(changes) =>
          designer.apply(changeStep(designer.design, node.step ?? 0, changes), `step ${step.key} ${Object.keys(changes).join()}`)
        }
      />
    );
  if (kind === 'timer') return <TimerSettings draft={draft} designer={designer} node={node} />;
  if (kind === 'notify') return <NotifySettings draft={draft} designer={designer} node={node} />;
  if (kind === 'subflow') return <SubflowSettings templateId={templateId} draft={draft} designer={designer} node={node} />;
  if (kind === 'join') return <JoinField designer={designer} join={node} />;
  if (kind === 'end') return <EndSettings draft={draft} designer={designer} node={node} />;
  return <Hint>{t(`hint_${kind as 'start' | 'branch' | 'parallel'}`)}</Hint>;
}

function TimerSettings({ draft, designer, node }: SettingsProps): ReactNode {
  const t = useText('designer');
  const date = useId();
  const dates = draft.fields.filter(({ kind }) => kind === 'date');
  const change = changing(designer, node);
  const isUntil = node.field !== undefined;
  return (
    <>
      <NodeName designer={designer} node={node} />
      <Field label={t('timerKind')}>
        <Radio.Group
          vertical
          aria-label={t('timerKind')}
          value={isUntil ? 'until' : 'for'}
          onChange={({ target }) =>
            change(target.value === 'until' ? { field: dates[0]?.id ?? '', hours: undefined } : { hours: 24, field: undefined })
          }
          options={[
            { value: 'for', label: t('timerFor') },
            { value: 'until', label: t('timerUntil'), disabled: dates.length === 0 && !isUntil },
          ]}
        />
        {dates.length === 0 && <Hint>{t('timerNeedsDate')}</Hint>}
      </Field>
      {isUntil ? (
        <Field label={t('timerField')} htmlFor={date}>
          <Select
            id={date}
            value={node.field}
            options={dates.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(field) => change({ field })}
          />
        </Field>
      ) : (
        <TimerTime hours={node.hours ?? 24} change={(hours) => change({ hours })} />
      )}
    </>
  );
}

function TimerTime({ hours, change }: { hours: number; change: (hours: number) => void }): ReactNode {
  const t = useText('designer');
  const count = useId();
  const [unit, setUnit] = useState<'hours' | 'days'>(hours % 24 === 0 ? 'days' : 'hours');
  return (
    <Field label={t('timerTime')} htmlFor={count}>
      <Row gap={2}>
        <NumberInput<number>
          id={count}
          min={1}
          max={unit === 'days' ? flowGraphLimits.hours / 24 : flowGraphLimits.hours}
          precision={0}
          value={unit === 'days' ? Math.max(1, Math.round(hours / 24)) : hours}
          onChange={(value) => change((value ?? 1) * (unit === 'days' ? 24 : 1))}
        />
        <Select<'hours' | 'days'>
          aria-label={t('timerUnit')}
          value={unit}
          popupMatchSelectWidth={false}
          options={(['hours', 'days'] as const).map((value) => ({ value, label: t(`unit_${value}`) }))}
          onChange={(next) => {
            setUnit(next);
            if (next === 'days') change(Math.max(1, Math.round(hours / 24)) * 24);
          }}
        />
      </Row>
    </Field>
  );
}

function NotifySettings({ draft, designer, node }: SettingsProps): ReactNode {
  const t = useText('designer');
  const message = useId();
  const change = changing(designer, node);
  return (
    <>
      <NodeName designer={designer} node={node} />
      <RecipientsField draft={draft} node={node} change={change} />
      <Field label={t('message')} htmlFor={message} required>
        <Input.TextArea
          id={message}
          value={node.message ?? ''}
          maxLength={500}
          autoSize={{ minRows: 3, maxRows: 8 }}
          onChange={({ target }) => change({ message: target.value })}
        />
      </Field>
    </>
  );
}

type Recipient = NonNullable<FlowNode['recipients']>[number];

interface RecipientsProps {
  draft: TemplateDraft;
  node: FlowNode;
  change: (changes: Pick<FlowNode, 'recipients'>, names?: Record<string, string>) => void;
}

function RecipientsField({ draft, node, change }: RecipientsProps): ReactNode {
  const t = useText('designer');
  const [kind, setKind] = useState<RecipientKind>('person');
  const [turn, setTurn] = useState(0);
  const { recipients = [] } = node;
  const people = draft.fields.filter((field) => field.kind === 'person');
  const isSame = (one: Recipient, other: Recipient): boolean => one.kind === other.kind && one.id === other.id && one.field === other.field;
  const add = (one: Recipient, names?: Record<string, string>): void => {
    setTurn(turn + 1);
    if (!recipients.some((other) => isSame(one, other))) change({ recipients: [...recipients, one] }, names);
  };
  const type = kind === 'role' ? 'role' : 'user';
  const nameOf = ({ kind: of, id, field }: Recipient): string => {
    if (of === 'field') return people.find((one) => one.id === field)?.name ?? t('goneField');
    return of === 'person' || of === 'role' ? (draft.names[`${of === 'role' ? 'role' : 'user'}:${id}`] ?? '…') : t(`recipient_${of}`);
  };
  return (
    <Field label={t('recipients')}>
      {recipients.length < flowGraphLimits.recipients && (
        <Row gap={2} wrap>
          <Select<RecipientKind>
            aria-label={t('recipientKind')}
            value={kind}
            popupMatchSelectWidth={false}
            options={recipientKinds
              .filter((value) => value !== 'field' || people.length > 0)
              .map((value) => ({ value, label: t(`recipient_${value}`) }))}
            onSelect={(next) => (next === 'head' || next === 'applicant' ? add({ kind: next }) : setKind(next))}
          />
          {(kind === 'person' || kind === 'role') && (
            <PrincipalSelect
              key={`${kind} ${turn}`}
              autoFocus={turn > 0}
              type={type}
              value={undefined}
              label={t('addRecipient')}
              onChange={(one) => one && add({ kind, id: one.id }, { [`${type}:${one.id}`]: one.name })}
            />
          )}
          {kind === 'field' && (
            <Select
              aria-label={t('recipientField')}
              placeholder={t('recipientField')}
              value={null}
              popupMatchSelectWidth={false}
              options={people.map(({ id, name }) => ({ value: id, label: name }))}
              onSelect={(field: string | null) => field !== null && add({ kind, field })}
            />
          )}
        </Row>
      )}
      <RecipientTags
        recipients={recipients}
        nameOf={nameOf}
        remove={(one) => change({ recipients: recipients.filter((other) => !isSame(one, other)) })}
      />
    </Field>
  );
}

interface RecipientTagsProps {
  recipients: readonly Recipient[];
  nameOf: (one: Recipient) => string;
  remove: (one: Recipient) => void;
}

function RecipientTags({ recipients, nameOf, remove }: RecipientTagsProps): ReactNode {
  return (
    <Row gap={2} wrap>
      {recipients.map((one) => (
        <RemovableTag key={`${one.kind} ${one.id} ${one.field}`} name={nameOf(one)} remove={() => remove(one)} />
      ))}
    </Row>
  );
}

function SubflowSettings({ templateId, draft, designer, node }: NodePanelProps): ReactNode {
  const t = useText('designer');
  const w = useText('workflows');
  const select = useId();
  const found = useCall(flowTemplates.list, { pageSize: 200 }, { staleTime: 30_000 });
  const target = useCall(flowTemplates.show, { id: node.templateId ?? '' }, { enabled: node.templateId !== undefined, staleTime: 30_000 });
  const change = changing(designer, node);
  const list = (found.data?.list ?? []).filter(({ id, flowKind }) => flowKind === 'normal' && id !== templateId);
  const known =
    node.templateId === undefined || list.some(({ id }) => id === node.templateId)
      ? []
      : [{ value: node.templateId, label: draft.names[`template:${node.templateId}`] ?? t('goneTemplate') }];
  const { mapping = [] } = node;
  const map = (to: string, from: string | undefined): void =>
    change({ mapping: [...mapping.filter((one) => one.to !== to), ...(from === undefined ? [] : [{ from, to }])] });
  return (
    <>
      <NodeName designer={designer} node={node} />
      <Field label={t('subflowTemplate')} htmlFor={select} required hint={t('subflowHint')}>
        {found.error !== null && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
        <Select
          id={select}
          showSearch={{ optionFilterProp: 'label' }}
          loading={found.isFetching}
          placeholder={t('chooseTemplate')}
          notFoundContent={w('nothingFound')}
          {...(node.templateId !== undefined && { value: node.templateId })}
          options={[...known, ...list.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(id) => change({ templateId: id, mapping: [] }, { [`template:${id}`]: list.find((one) => one.id === id)?.name ?? '' })}
        />
      </Field>
      {(target.data?.fields.length ?? 0) > 0 && (
        <Field label={t('mapping')} hint={t('mappingHint')}>
          {target.data?.fields.map((field) => (
            <MappingRow
              key={field.id}
              field={field}
              fields={draft.fields}
              from={mapping.find(({ to }) => to === field.id)?.from}
              change={(from) => map(field.id, from)}
            />
          ))}
        </Field>
      )}
    </>
  );
}

interface MappingRowProps {
  field: FlowField;
  fields: readonly FlowField[];
  from: string | undefined;
  change: (from: string | undefined) => void;
}

function MappingRow({ field, fields, from, change }: MappingRowProps): ReactNode {
  const t = useText('designer');
  const id = useId();
  return (
    <Stack gap={1}>
      <Text as="label" size="s" htmlFor={id}>
        {field.required ? t('requiredNamed', { name: field.name }) : field.name}
      </Text>
      <Select<string>
        id={id}
        allowClear
        placeholder={t('leftEmpty')}
        {...(from !== undefined && { value: from })}
        options={fields.filter(({ kind }) => kind === field.kind).map((own) => ({ value: own.id, label: own.name }))}
        notFoundContent={t('noFittingField')}
        onChange={(value: string | undefined) => change(value)}
      />
    </Stack>
  );
}

function EndSettings({ draft, designer, node }: SettingsProps): ReactNode {
  const t = useText('designer');
  const isOnly = node.passed === true && draft.graph.nodes.filter(({ kind, passed }) => kind === 'end' && passed === true).length === 1;
  return (
    <>
      <NodeName designer={designer} node={node} />
      <Field label={t('endKind')} hint={isOnly && t('endOnly')}>
        <Radio.Group
          vertical
          aria-label={t('endKind')}
          disabled={isOnly}
          value={node.passed === true}
          onChange={({ target }) => changing(designer, node)({ passed: target.value === true })}
          options={[
            { value: true, label: t('endPassed') },
            { value: false, label: t('endRejected') },
          ]}
        />
      </Field>
    </>
  );
}

/** Where a node leads, for those who do not drag ways. */
function NextField({ draft, designer, node }: SettingsProps): ReactNode {
  const t = useText('designer');
  const id = useId();
  const way = draft.graph.edges.find(({ from, port }) => from === node.id && port === 'next');
  const change = (to: string): void => designer.apply(way === undefined ? designer.design : reconnect(designer.design, way.id, to));
  if (way === undefined) return null;
  return (
    <Field label={t('next')} htmlFor={id}>
      <TargetSelect id={id} designer={designer} from={node.id} value={way.to} change={change} />
    </Field>
  );
}

function RejectedField({ draft, designer, node }: SettingsProps): ReactNode {
  const t = useText('designer');
  const id = useId();
  const way = draft.graph.edges.find(({ from, port }) => from === node.id && port === 'rejected');
  const options = draft.graph.nodes
    .filter((one) => one.id !== node.id && one.kind !== 'start')
    .map((one) => ({ value: one.id, label: t('goesTo', { name: designer.words.title(one) }) }));
  return (
    <Field label={t('ifRejected')} htmlFor={id}>
      <Select
        id={id}
        value={way?.to ?? ''}
        showSearch={{ optionFilterProp: 'label' }}
        options={[{ value: '', label: t('rejectedEnds') }, ...options]}
        onChange={(to) => designer.apply(setRejected(designer.design, node.id, to === '' ? undefined : to))}
      />
    </Field>
  );
}
