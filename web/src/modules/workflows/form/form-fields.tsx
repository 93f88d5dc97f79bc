import { CloseOutlined } from '@ant-design/icons';
import { areas, moduleType, objType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import {
  type FlowKind,
  borrowLevels,
  copyingKinds,
  flowLimits,
  grantingKinds,
  publishingKinds,
} from '@dossier/contract/workflows/flow-shapes';
import { maxFlowNumberLength } from '@dossier/contract/core/flow-number-pattern';
import { Button, DatePicker, Input, Segmented, Select, TreeSelect } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useId, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { Field, FieldError, FileRow } from '../../../platform/ui/page-parts.tsx';
import { FolderSelect } from '../../documents/folder-select.tsx';
import type { FormSource } from '../detail/flow-view.tsx';
import { DocumentSelect, DocumentsField, FilesField, type SubmissionFiles } from './documents-field.tsx';
import type { FlowDraft, WrongField } from './flow-draft.ts';

interface FieldsProps {
  draft: FlowDraft;
  change: (changes: Partial<FlowDraft>) => void;
}

interface MarkedFieldsProps extends FieldsProps {
  /** What is marked in the form. */
  wrong: ReadonlySet<WrongField>;
}

/** The number, where the template has it typed. */
export function NumberField({ draft, change, wrong }: MarkedFieldsProps): ReactNode {
  const t = useText('workflows');
  const note = 'flow-number-missing';
  const error = wrong.has('number') ? t('numberNeeded') : wrong.has('numberTaken') && t('numberIsTaken');
  return (
    <Field label={t('number')} htmlFor="flow-number" required hint={t('numberHint')} error={error} errorId={note}>
      <Input
        id="flow-number"
        value={draft.number}
        maxLength={maxFlowNumberLength}
        autoComplete="off"
        aria-required
        {...(error !== false && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': note })}
        onChange={(event) => change({ number: event.target.value })}
      />
    </Field>
  );
}

/** The title and the reason. */
export function TitleFields({ draft, change, wrong }: MarkedFieldsProps): ReactNode {
  const t = useText('workflows');
  const markOf = (field: 'title' | 'reason') =>
    wrong.has(field) ? { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `flow-${field}-missing` } : {};
  const noteOf = (field: 'title' | 'reason') => wrong.has(field) && { error: t(`${field}Needed`), errorId: `flow-${field}-missing` };
  return (
    <>
      <Field label={t('title')} htmlFor="flow-title" required {...noteOf('title')}>
        <Input
          id="flow-title"
          autoFocus={draft.title === ''}
          value={draft.title}
          maxLength={200}
          autoComplete="off"
          aria-required
          {...markOf('title')}
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <Field label={t('reason')} htmlFor="flow-reason" required {...noteOf('reason')}>
        <Input.TextArea
          id="flow-reason"
          value={draft.reason}
          maxLength={2000}
          aria-required
          autoSize={{ minRows: 3, maxRows: 12 }}
          {...markOf('reason')}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </Field>
    </>
  );
}

/** The urgency, and the date when it is needed. */
export function UrgencyFields({ draft, change }: FieldsProps): ReactNode {
  const t = useText('workflows');
  const date = useId();
  return (
    <Row gap={4} align="end" wrap>
      <Field label={t('urgency')}>
        <Segmented<number>
          aria-label={t('urgency')}
          value={draft.urgency}
          options={([0, 1, 2] as const).map((value) => ({ value, label: t(`urgency_${value}`) }))}
          onChange={(urgency) => change({ urgency })}
        />
      </Field>
      <Field label={t('deadlineDate')} htmlFor={date}>
        <DatePicker
          id={date}
          value={draft.deadlineDate === undefined ? null : dayjs(draft.deadlineDate)}
          minDate={dayjs()}
          placeholder={t('noDeadline')}
          onChange={(day) => change({ deadlineDate: day?.endOf('day').toISOString() })}
        />
      </Field>
    </Row>
  );
}

interface AccessTermsProps {
  kind: FlowKind;
  draft: FlowDraft;
  change: (changes: Partial<FlowDraft>) => void;
  missing: boolean;
}

/** The requested level, and until when. */
function AccessTermsFields({ kind, draft, change, missing }: AccessTermsProps): ReactNode {
  const t = useText('workflows');
  const [level, wrong] = [useId(), useId()];
  const date = 'flow-lastTime';
  return (
    <>
      <Row gap={4} align="start" wrap>
        {kind === 'borrow' && (
          <Field label={t('level')} htmlFor={level}>
            <Select<number>
              id={level}
              value={draft.level}
              popupMatchSelectWidth={false}
              options={borrowLevels.map((value) => ({ value, label: t(`level_${value}`) }))}
              onChange={(next) => change({ level: next })}
            />
          </Field>
        )}
        <Field label={t('lastTime')} htmlFor={date} required error={missing && t('lastTimeNeeded')} errorId={wrong}>
          <DatePicker
            id={date}
            value={draft.lastTime === undefined ? null : dayjs(draft.lastTime)}
            minDate={dayjs()}
            maxDate={dayjs().add(365, 'day')}
            {...(missing && { status: 'error', 'aria-invalid': true, 'aria-describedby': wrong })}
            onChange={(day) => change({ lastTime: day?.endOf('day').toISOString() })}
          />
        </Field>
      </Row>
      {kind === 'download' && <Hint>{t('downloadHint')}</Hint>}
    </>
  );
}

interface TargetProps {
  cabinetId: string;
  value: FlowDraft['target'];
  onChange: (value: FlowDraft['target']) => void;
}

interface TreeNode {
  id: string;
  pId: string;
  value: string;
  title: string;
  isLeaf: boolean;
}

/** The target folder in a publishing cabinet. */
function PlaceField({ cabinetId, value, onChange }: TargetProps): ReactNode {
  const t = useText('workflows');
  const cabinet = useCall(library.cabinetDetail, { id: cabinetId });
  const [below, setBelow] = useState<TreeNode[]>([]);
  const name = cabinet.data?.name ?? '';
  const top: TreeNode = { id: cabinetId, pId: '0', value: cabinetId, title: name, isLeaf: false };
  const all = [top, ...below];
  const known = value !== undefined && all.every((one) => one.value !== value.id);
  const shown = known ? [...all, { id: value.id, pId: cabinetId, value: value.id, title: value.name, isLeaf: true }] : all;
  const load = async (parentId: string): Promise<void> => {
    const found = await call(library.tree, { parentId });
    const nodes = found.map((one) => ({ id: one.id, pId: parentId, value: one.id, title: one.name, isLeaf: !one.hasChildren }));
    const fresh = new Set(nodes.map((one) => one.id));
    setBelow((before) => [...before.filter((one) => !fresh.has(one.id)), ...nodes]);
  };
  return (
    <Field label={t('place_publish')}>
      <TreeSelect<string>
        id="flow-target"
        treeDataSimpleMode
        aria-label={t('place_publish')}
        placeholder={t('choosePlace')}
        {...(value !== undefined && { value: value.id })}
        treeData={shown}
        treeDefaultExpandedKeys={[cabinetId]}
        loadData={(node) => load(String(node.value)).catch(() => undefined)}
        onChange={(id) => onChange({ id, name: shown.find((one) => one.value === id)?.title ?? '' })}
      />
    </Field>
  );
}

/** The published document to be replaced. */
function SuccessorField({ cabinetId, value, onChange }: TargetProps): ReactNode {
  const t = useText('workflows');
  return (
    <Field label={t('former')} hint={t('formerHint')}>
      {value === undefined ? (
        <DocumentSelect known={[]} parentId={cabinetId} label={t('chooseFormer')} add={({ id, name }) => onChange({ id, name })} />
      ) : (
        <Stack as="ul">
          <FileRow>
            <FileIcon objType={objType.document} ext={value.name.split('.').at(-1) ?? ''} />
            <span title={value.name}>{value.name}</span>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t('removeNamed', { name: value.name })}
              title={t('removeNamed', { name: value.name })}
              onClick={() => onChange(undefined)}
            />
          </FileRow>
        </Stack>
      )}
    </Field>
  );
}

interface ContentFieldsProps extends MarkedFieldsProps {
  from: FormSource;
  files: SubmissionFiles;
}

/** The documents, and what is requested for them. */
export function ContentFields({ from, draft, change, files, wrong }: ContentFieldsProps): ReactNode {
  const t = useText('workflows');
  const { flowKind: kind, cabinetId } = from;
  const parent = from.flow?.parent;
  const isGiving = grantingKinds.includes(kind);
  const hint = copyingKinds.includes(kind) ? 'documentsCarried' : isGiving ? 'documentsAsked' : 'documentsHint';
  return (
    <>
      {kind === 'upload' && <TargetField draft={draft} change={change} wrong={wrong} />}
      <DocumentsField
        value={draft.documents}
        onChange={(documents) => change({ documents })}
        hint={parent === undefined ? t(hint, { count: flowLimits.documents }) : t('contentGiven', { name: parent.title })}
        fixed={parent !== undefined}
        {...(kind === 'abolish' && { parentId: cabinetId })}
      />
      {kind === 'upload' && <FilesField files={files} free={flowLimits.documents - draft.documents.length} />}
      {wrong.has('documents') && <FieldError>{t('documentsNeeded')}</FieldError>}
      {wrong.has('files') && <FieldError>{t('filesComing')}</FieldError>}
      {publishingKinds.includes(kind) && cabinetId === undefined && <FieldError>{t('cabinetUnseen')}</FieldError>}
      {kind === 'publish' && cabinetId !== undefined && (
        <PlaceField cabinetId={cabinetId} value={draft.target} onChange={(target) => change({ target })} />
      )}
      {kind === 'revise' && cabinetId !== undefined && (
        <SuccessorField cabinetId={cabinetId} value={draft.target} onChange={(target) => change({ target })} />
      )}
      {wrong.has('target') && kind !== 'upload' && <FieldError>{t(kind === 'publish' ? 'placeNeeded' : 'formerNeeded')}</FieldError>}
      {publishingKinds.includes(kind) && <EffectiveField draft={draft} change={change} />}
      {isGiving && <AccessTermsFields kind={kind} draft={draft} change={change} missing={wrong.has('lastTime')} />}
    </>
  );
}

/** The day from which a publication takes effect. */
function EffectiveField({ draft, change }: FieldsProps): ReactNode {
  const t = useText('workflows');
  const id = useId();
  return (
    <Field label={t('effectiveTime')} htmlFor={id} hint={t('effectiveTimeHint')}>
      <DatePicker
        id={id}
        value={draft.effectiveTime === undefined ? null : dayjs(draft.effectiveTime)}
        minDate={dayjs()}
        maxDate={dayjs().add(3650, 'day')}
        placeholder={t('whenPassed')}
        onChange={(day) => change({ effectiveTime: day?.startOf('day').toISOString() })}
      />
    </Field>
  );
}

const sharedAreas = areas.filter((area) => area !== moduleType.my);

/** The target folder of an upload flow: any that the user sees, outside personal areas. */
function TargetField({ draft, change, wrong }: MarkedFieldsProps): ReactNode {
  const t = useText('workflows');
  const id = useId();
  return (
    <Field
      label={t('place_upload')}
      htmlFor="flow-target"
      required
      hint={t('place_upload_hint')}
      error={wrong.has('target') && t('uploadPlaceNeeded')}
      errorId={id}
    >
      <FolderSelect
        id="flow-target"
        {...(draft.target !== undefined && { value: draft.target })}
        onChange={(target) => change({ target })}
        fits={() => true}
        among={sharedAreas}
        {...(wrong.has('target') && { isWrong: true, note: id })}
      />
    </Field>
  );
}
