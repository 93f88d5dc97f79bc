import { ArrowLeftOutlined } from '@ant-design/icons';
import { type FlowKind, givingKinds, mostOfFlows, publishingKinds } from '@dossier/contract/flow-shapes';
import { flows } from '@dossier/contract/flows';
import { Button, DatePicker, Input, Segmented } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useId, useState } from 'react';
import { useGo } from '../../ground/go.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useSend } from '../../ground/use-call.ts';
import { ApproverFields } from './approver-fields.tsx';
import { DocumentsField } from './documents-field.tsx';
import { type Draft, savedAs } from './draft.ts';
import styles from './flows.module.css';
import record from '../../ground/ui/record.module.css';
import form from './flow-form.module.css';
import { LentTerms } from './lent-terms.tsx';
import { draftsPath, minePath, startPath } from './paths.ts';
import { PeopleField } from './people-field.tsx';
import { changed } from './refreshed.ts';
import type { FormOf } from './shown.ts';
import { PlaceField, SuccessorField } from './target-field.tsx';

type Missing = 'title' | 'reason' | 'documents' | 'target' | 'lastTime';

/** The first thing that a form lacks. */
function lackOf({ title, reason, documents, target, lastTime }: Draft, flowKind: FlowKind): Missing | undefined {
  if (title.trim() === '') return 'title';
  if (reason.trim() === '') return 'reason';
  if (flowKind !== 'normal' && documents.length === 0) return 'documents';
  if ((flowKind === 'publish' || flowKind === 'revise') && target === undefined) return 'target';
  return givingKinds.includes(flowKind) && lastTime === undefined ? 'lastTime' : undefined;
}

/** The fields of a flow, what will become of it, and what can be done: keep it, hand it in. */
export function FlowForm({ from, draft: before }: { from: FormOf; draft: Draft }): ReactNode {
  const t = useText('flows');
  const go = useGo();
  const [draft, setDraft] = useState(before);
  const [missing, setMissing] = useState<Missing>();
  const save = useSend(flows.save, { refresh: changed });
  const change = (changes: Partial<Draft>): void => {
    setDraft((known) => ({ ...known, ...changes }));
    setMissing(undefined);
  };
  const send = async (submit: boolean): Promise<void> => {
    const lacks = submit ? lackOf(draft, from.flowKind) : undefined;
    setMissing(lacks);
    if (lacks !== undefined) return document.getElementById(`flow-${lacks}`)?.focus();
    const known = from.flow === undefined ? {} : { id: from.flow.id };
    const { id, number } = await save.mutateAsync({ ...known, templateId: from.templateId, ...savedAs(draft, from.flowKind), submit });
    notice.success(submit ? t('handedIn', { number }) : t('kept'));
    go(submit ? minePath : draftsPath, submit ? { flowId: id } : undefined, { replace: true });
  };
  const doing = (submit: boolean) => (): void => void send(submit).catch(() => undefined);
  return (
    <div className={record.page}>
      <FormHead from={from} />
      <div className={form.columns}>
        <div className={form.form}>
          <Words draft={draft} change={change} missing={missing} />
          <What from={from} draft={draft} change={change} missing={missing} />
          <When draft={draft} change={change} />
          <PeopleField label={t('notify')} hint={t('notifyHint')} value={draft.notify} onChange={(notify) => change({ notify })} />
        </div>
        <ApproverFields from={from} draft={draft} change={change} />
      </div>
      <div className={form.foot}>
        <Button type="primary" loading={save.isPending} onClick={doing(true)}>
          {t('handIn')}
        </Button>
        {from.flow?.status !== 'returned' && (
          <Button disabled={save.isPending} onClick={doing(false)}>
            {t('keep')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The documents, and what is asked for on them. */
function What({ from, draft, change, missing }: FieldsProps & { from: FormOf; missing: Missing | undefined }): ReactNode {
  const t = useText('flows');
  const { flowKind: kind, cabinetId } = from;
  const isGiving = givingKinds.includes(kind);
  return (
    <>
      <DocumentsField
        value={draft.documents}
        onChange={(documents) => change({ documents })}
        hint={t(isGiving ? 'documentsAsked' : 'documentsHint', { n: mostOfFlows.documents })}
        {...(kind === 'abolish' && { parentId: cabinetId })}
      />
      {missing === 'documents' && <p className={styles.wrong}>{t('documentsNeeded')}</p>}
      {publishingKinds.includes(kind) && cabinetId === undefined && <p className={styles.wrong}>{t('cabinetUnseen')}</p>}
      {kind === 'publish' && cabinetId !== undefined && (
        <PlaceField cabinetId={cabinetId} value={draft.target} onChange={(target) => change({ target })} />
      )}
      {kind === 'revise' && cabinetId !== undefined && (
        <SuccessorField cabinetId={cabinetId} value={draft.target} onChange={(target) => change({ target })} />
      )}
      {missing === 'target' && <p className={styles.wrong}>{t(kind === 'publish' ? 'placeNeeded' : 'formerNeeded')}</p>}
      {isGiving && <LentTerms kind={kind} draft={draft} change={change} missing={missing === 'lastTime'} />}
    </>
  );
}

function FormHead({ from }: { from: FormOf }): ReactNode {
  const t = useText('flows');
  const back = from.flow === undefined ? startPath : draftsPath;
  const name = from.flow?.templateName;
  return (
    <header className={record.head}>
      <GoLink to={back} aria-label={t('toList')} title={t('toList')}>
        <ArrowLeftOutlined />
      </GoLink>
      <h1>{name === undefined ? t('newFlow') : t('editFlow', { name })}</h1>
    </header>
  );
}

interface FieldsProps {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
}

function Words({ draft, change, missing }: FieldsProps & { missing: Missing | undefined }): ReactNode {
  const t = useText('flows');
  const wrong = (field: 'title' | 'reason') =>
    missing === field ? { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `flow-${field}-missing` } : {};
  const note = (field: 'title' | 'reason'): ReactNode =>
    missing === field && (
      <p id={`flow-${field}-missing`} className={styles.wrong}>
        {t(`${field}Needed`)}
      </p>
    );
  return (
    <>
      <div className={form.field}>
        <label htmlFor="flow-title">{t('title')}</label>
        <Input
          id="flow-title"
          autoFocus={draft.title === ''}
          value={draft.title}
          maxLength={200}
          autoComplete="off"
          {...wrong('title')}
          onChange={(event) => change({ title: event.target.value })}
        />
        {note('title')}
      </div>
      <div className={form.field}>
        <label htmlFor="flow-reason">{t('reason')}</label>
        <Input.TextArea
          id="flow-reason"
          value={draft.reason}
          maxLength={2000}
          autoSize={{ minRows: 3, maxRows: 12 }}
          {...wrong('reason')}
          onChange={(event) => change({ reason: event.target.value })}
        />
        {note('reason')}
      </div>
    </>
  );
}

/** How pressing it is, and until when it is needed. */
function When({ draft, change }: FieldsProps): ReactNode {
  const t = useText('flows');
  const date = useId();
  return (
    <div className={form.row}>
      <div className={form.field}>
        <span>{t('urgency')}</span>
        <Segmented<number>
          aria-label={t('urgency')}
          value={draft.urgency}
          options={([0, 1, 2] as const).map((value) => ({ value, label: t(`urgency_${value}`) }))}
          onChange={(urgency) => change({ urgency })}
        />
      </div>
      <div className={form.field}>
        <label htmlFor={date}>{t('deadlineDate')}</label>
        <DatePicker
          id={date}
          value={draft.deadlineDate === undefined ? null : dayjs(draft.deadlineDate)}
          minDate={dayjs()}
          placeholder={t('noDeadline')}
          onChange={(day) => change({ deadlineDate: day?.endOf('day').toISOString() })}
        />
      </div>
    </div>
  );
}
