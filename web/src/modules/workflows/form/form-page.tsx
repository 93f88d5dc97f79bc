import { ArrowLeftOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { library } from '@dossier/contract/documents/library';
import type { FieldProblem } from '@dossier/contract/workflows/flow-fields';
import { linearGraph } from '@dossier/contract/workflows/flow-graph';
import { flows } from '@dossier/contract/workflows/flows';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { CallError } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { idParam } from '../../../platform/page-query.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Stack } from '../../../platform/ui/layout.tsx';
import { Page, PageFoot } from '../../../platform/ui/page-layout.tsx';
import { DetailHeader } from '../../../platform/ui/page-parts.tsx';
import styles from '../flows.module.css';
import { FlowAttachments } from '../detail/flow-attachments.tsx';
import { type FormSource, flowRoutesChanged } from '../detail/flow-view.tsx';
import { draftsPath, idListParam, minePath, startPath } from '../paths.ts';
import { useSubmissionFiles } from './documents-field.tsx';
import { type FlowDraft, type WrongField, draftOf, emptyDraft, flowInput, missingFields, stillWrong } from './flow-draft.ts';
import { TemplateFormFields } from './field-inputs.tsx';
import { focusField, problemsOfValues } from './field-values.ts';
import { ContentFields, NumberField, TitleFields, UrgencyFields } from './form-fields.tsx';
import { PathPreview } from './path-preview.tsx';
import { PeopleField } from './people-field.tsx';

/** What is marked in a form: its own fields that are missing or refused, and those of the template, each with its reason. */
function useMarks(from: FormSource) {
  const [wrong, setWrong] = useState<ReadonlySet<WrongField>>(new Set());
  const [problems, setProblems] = useState<ReadonlyMap<string, FieldProblem>>(new Map());
  const toField = (field: WrongField | undefined, found: ReadonlyMap<string, FieldProblem>): void => {
    if (field !== undefined) return document.getElementById(`flow-${field === 'numberTaken' ? 'number' : field}`)?.focus();
    const first = from.fields.find(({ id }) => found.has(id));
    if (first !== undefined) requestAnimationFrame(() => focusField(first.id));
  };
  return {
    wrong,
    problems,
    /** Takes the marks from what was changed. */
    forget: (changes: Partial<FlowDraft>, before: FlowDraft): void => {
      const { values } = changes;
      setWrong((known) => stillWrong(known, changes));
      if (values !== undefined) setProblems((known) => new Map([...known].filter(([field]) => values[field] === before.values[field])));
    },
    /** Marks what keeps a form from being saved, and goes to the first of it; answers whether nothing does. */
    check: (draft: FlowDraft, { submit, isUploading }: { submit: boolean; isUploading: boolean }): boolean => {
      const lacks: WrongField[] = submit ? missingFields(draft, from) : [];
      // unfinished uploads would be missing in a draft, too
      const marks = isUploading ? [...lacks.filter((field) => field !== 'documents'), 'files' as const] : lacks;
      const found = submit ? problemsOfValues(from.fields, draft.values) : new Map<string, FieldProblem>();
      setWrong(new Set(marks));
      setProblems(found);
      toField(marks[0], found);
      return marks.length === 0 && found.size === 0;
    },
    /** Marks what the server refuses; what has no field is told. */
    refuse: (error: unknown): void => {
      if (!(error instanceof CallError)) return;
      const found = problemsIn(error);
      const isTaken = error.code === codes.flowNumberExists.code;
      setProblems(found);
      if (isTaken) setWrong(new Set(['numberTaken']));
      if (isTaken || found.size > 0) toField(isTaken ? 'numberTaken' : undefined, found);
      else notice.error(error.message);
    },
  };
}

/** The state of a form: editing, saving and submitting. */
function useFlowForm(from: FormSource, before: FlowDraft) {
  const t = useText('workflows');
  const go = useNavigate();
  const [draft, setDraft] = useState(before);
  const { wrong, problems, forget, check, refuse } = useMarks(from);
  const [asking, setAsking] = useState<string>();
  // refusals are marked where they stand
  const save = useCallMutation(flows.save, { refresh: flowRoutesChanged, quiet: true });
  const [keptId, setKeptId] = useState(from.flow?.id);
  const keeping = useRef<Promise<string>>(undefined);
  const change = (changes: Partial<FlowDraft>): void => {
    setDraft((known) => ({ ...known, ...changes }));
    forget(changes, draft);
  };
  const files = useSubmissionFiles((one) => {
    forget({ documents: [one], title: one.name }, draft);
    setDraft((known) => ({
      ...known,
      title: known.title || one.name,
      documents: [...known.documents.filter((other) => other.id !== one.id), one],
    }));
  });
  const send = async (submit: boolean): Promise<void> => {
    if (!check(draft, { submit, isUploading: files.coming.length > 0 })) return;
    // a draft that is being kept for attachments must not be made twice
    const keptAs = (await keeping.current?.catch(() => undefined)) ?? keptId;
    const known = keptAs === undefined ? {} : { id: keptAs };
    const { id, number } = await save.mutateAsync({ ...known, templateId: from.templateId, ...flowInput(draft, from.flowKind), submit });
    notice.success(submit ? t('handedIn', { number }) : t('kept'));
    go(submit ? minePath : draftsPath, submit ? { flowId: id } : undefined, { replace: true });
  };
  const keep = async (): Promise<string> => {
    if (keptId !== undefined) return keptId;
    keeping.current ??= save
      .mutateAsync({ templateId: from.templateId, ...flowInput(draft, from.flowKind), submit: false })
      .then(({ id }) => id)
      .catch((error: unknown) => {
        refuse(error);
        throw error;
      })
      .finally(() => (keeping.current = undefined));
    const id = await keeping.current;
    setKeptId(id);
    return id;
  };
  return {
    draft,
    keep,
    keptId,
    change,
    wrong,
    problems,
    files,
    fieldFiles: { flowId: keptId, title: draft.title || t('untitled'), keep, asking, setAsking },
    busy: save.isPending,
    doing: (submit: boolean) => (): void => void send(submit).catch(refuse),
  };
}

/** The fields that the server refuses, each with its reason. */
function problemsIn(error: unknown): Map<string, FieldProblem> {
  const data = error instanceof CallError && error.code === codes.flowFieldInvalid.code ? error.data : undefined;
  const list: unknown = typeof data === 'object' && data !== null && 'fields' in data ? data.fields : undefined;
  return new Map(
    Array.isArray(list) ? (list as { field: string; problem: FieldProblem }[]).map(({ field, problem }) => [field, problem]) : [],
  );
}

/** The form of a flow with its approvers, and the buttons to save and submit. */
export function FlowForm({ from, draft: before }: { from: FormSource; draft: FlowDraft }): ReactNode {
  const t = useText('workflows');
  const { draft, keep, keptId, change, wrong, problems, files, fieldFiles, busy, doing } = useFlowForm(from, before);
  return (
    <Page>
      <FormHead from={from} />
      <div className={styles.sheet}>
        <Stack gap={4} className={styles.form}>
          {from.typedNumber && <NumberField draft={draft} change={change} wrong={wrong} />}
          <TitleFields draft={draft} change={change} wrong={wrong} />
          <TemplateFormFields
            fields={from.fields}
            values={draft.values}
            change={(values) => change({ values })}
            problems={problems}
            files={fieldFiles}
          />
          <ContentFields from={from} draft={draft} change={change} files={files} wrong={wrong} />
          <FlowAttachments flowId={keptId} title={draft.title || t('untitled')} keep={keep} />
          <UrgencyFields draft={draft} change={change} />
          <PeopleField label={t('notify')} hint={t('notifyHint')} value={draft.notify} onChange={(notify) => change({ notify })} />
        </Stack>
        <PathPreview from={from} draft={draft} change={change} />
      </div>
      <PageFoot>
        <Button type="primary" loading={busy} onClick={doing(true)}>
          {t('handIn')}
        </Button>
        {from.flow?.status !== 'returned' && (
          <Button disabled={busy} onClick={doing(false)}>
            {t('keep')}
          </Button>
        )}
      </PageFoot>
    </Page>
  );
}

function FormHead({ from }: { from: FormSource }): ReactNode {
  const t = useText('workflows');
  const back = from.flow === undefined ? startPath : draftsPath;
  return (
    <DetailHeader
      back={
        <AppLink to={back} aria-label={t('toList')} title={t('toList')}>
          <ArrowLeftOutlined />
        </AppLink>
      }
      title={t(from.flow === undefined ? 'newFlowOf' : 'editFlow', { name: from.templateName })}
    />
  );
}

/** A flow to edit, one to copy, the template of a new one, its initial documents, or its target folder. */
const FormQuery = { flowId: idParam, fromId: idParam, templateId: idParam, docId: idListParam, targetId: idParam };

/** The form of a flow: a new one, a draft, or a returned one. */
export function FormPage(): ReactNode {
  const t = useText('workflows');
  const { flowId, fromId, templateId, docId, targetId } = usePageQuery(FormQuery);
  const sourceId = flowId ?? fromId;
  const source = useCall(flows.show, { id: sourceId ?? '' }, { enabled: sourceId !== undefined });
  const template = templateId ?? source.data?.templateId;
  const terms = useCall(flows.foresee, { templateId: template ?? '' }, { enabled: template !== undefined && flowId === undefined });
  const late = useDelayed(source.isLoading || terms.isLoading);
  const link = <AppLink to={startPath}>{t('start')}</AppLink>;
  if (sourceId === undefined && templateId === undefined) return <Empty heading title={t('noForm')} action={link} />;
  const failed = [source, terms].find((one) => one.error !== null && one.data === undefined);
  if (failed?.error)
    return (
      <ErrorBox
        error={failed.error}
        retry={() => void failed.refetch()}
        way={[codes.flowMissing.code, codes.flowTemplateMissing.code].includes(failed.error.code) && link}
      />
    );
  if (sourceId !== undefined && source.data === undefined) return <Page>{late && <Skeleton active />}</Page>;
  if (flowId !== undefined && source.data?.canEdit === false) return <Empty heading title={t('notEditable')} action={link} />;
  if (flowId === undefined && terms.data === undefined) return <Page>{late && <Skeleton active />}</Page>;
  const draft = source.data ? draftOf(source.data, flowId === undefined) : emptyDraft;
  const key = `${flowId} ${fromId} ${templateId}`;
  const flowKind = terms.data?.flowKind ?? source.data?.flowKind ?? 'normal';
  const cabinetId = terms.data?.cabinetId ?? source.data?.cabinetId;
  const typedNumber = terms.data?.typedNumber ?? source.data?.typedNumber ?? false;
  const templateName = source.data?.templateName ?? terms.data?.name ?? '';
  const { fields, graph } = terms.data ?? source.data ?? { fields: [], graph: linearGraph(0) };
  const from = {
    templateId: template ?? '',
    templateName,
    flowKind,
    cabinetId,
    typedNumber,
    fields,
    graph,
    ...(flowId !== undefined && { flow: source.data }),
  };
  if (targetId !== undefined && sourceId === undefined && (flowKind === 'upload' || flowKind === 'publish'))
    return <WithTarget key={`${key} ${targetId}`} targetId={targetId} docIds={docId?.split(',') ?? []} from={from} draft={draft} />;
  if (docId !== undefined && sourceId === undefined) return <WithDocuments key={key} docIds={docId.split(',')} from={from} draft={draft} />;
  return <FlowForm key={key} from={from} draft={draft} />;
}

/** A new form with its target folder; left out if the user does not see it. */
function WithTarget({
  targetId,
  docIds,
  from,
  draft,
}: {
  targetId: string;
  docIds: string[];
  from: FormSource;
  draft: FlowDraft;
}): ReactNode {
  const way = useCall(library.ancestors, { id: targetId });
  const late = useDelayed(way.isPending);
  if (way.data === undefined && way.error === null) return <Page>{late && <Skeleton active />}</Page>;
  const place = way.data?.at(-1);
  const next = place === undefined ? draft : { ...draft, target: { id: place.id, name: place.name } };
  return docIds.length > 0 ? <WithDocuments docIds={docIds} from={from} draft={next} /> : <FlowForm from={from} draft={next} />;
}

/** A new form with initial documents. */
function WithDocuments({ docIds, from, draft }: { docIds: string[]; from: FormSource; draft: FlowDraft }): ReactNode {
  const [first = '', ...more] = docIds;
  const found = useCall(library.documentDetail, { id: first });
  const late = useDelayed(found.isPending);
  if (found.data === undefined && found.error === null) return <Page>{late && <Skeleton active />}</Page>;
  const { data } = found;
  const documents = data === undefined ? draft.documents : [...draft.documents, { id: data.id, name: data.name, ext: data.ext ?? '' }];
  const next = { ...draft, documents };
  if (more.length > 0) return <WithDocuments key={more.join()} docIds={more} from={from} draft={next} />;
  return <FlowForm from={from} draft={{ ...next, title: draft.title || (documents[0]?.name ?? '') }} />;
}
