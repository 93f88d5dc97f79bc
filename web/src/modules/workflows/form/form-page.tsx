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
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { DetailHeader } from '../../../platform/ui/page-parts.tsx';
import styles from '../flows.module.css';
import { FlowAttachments } from '../detail/flow-attachments.tsx';
import { type FormSource, flowRoutesChanged } from '../detail/flow-view.tsx';
import { draftsPath, idListParam, minePath, startPath } from '../paths.ts';
import { useSubmissionFiles } from './documents-field.tsx';
import { type FlowDraft, type MissingField, draftOf, emptyDraft, flowInput, missingField } from './flow-draft.ts';
import { TemplateFormFields } from './field-inputs.tsx';
import { focusField, problemsOfValues } from './field-values.ts';
import { ContentFields, NumberField, TitleFields, UrgencyFields } from './form-fields.tsx';
import { PathPreview } from './path-preview.tsx';
import { PeopleField } from './people-field.tsx';

/** What is wrong in the fields of the template. */
function useFieldProblems(from: FormSource) {
  const [problems, setProblems] = useState<ReadonlyMap<string, FieldProblem>>(new Map());
  /** Marks fields, and begins with the first one in the order of the form. */
  const mark = (found: ReadonlyMap<string, FieldProblem>): void => {
    setProblems(found);
    const first = from.fields.find(({ id }) => found.has(id));
    if (first !== undefined) requestAnimationFrame(() => focusField(first.id));
  };
  return { problems, setProblems, mark };
}

/** The state of a form: editing, saving and submitting. */
function useFlowForm(from: FormSource, before: FlowDraft) {
  const t = useText('workflows');
  const go = useNavigate();
  const [draft, setDraft] = useState(before);
  const [missing, setMissing] = useState<MissingField>();
  const { problems, setProblems, mark } = useFieldProblems(from);
  const [asking, setAsking] = useState<string>();
  const save = useCallMutation(flows.save, { refresh: flowRoutesChanged });
  const [keptId, setKeptId] = useState(from.flow?.id);
  const keeping = useRef<Promise<string>>(undefined);
  const change = (changes: Partial<FlowDraft>): void => {
    setDraft((known) => ({ ...known, ...changes }));
    setMissing(undefined);
    const { values } = changes;
    if (values !== undefined) setProblems((known) => new Map([...known].filter(([field]) => values[field] === draft.values[field])));
  };
  const files = useSubmissionFiles((one) => {
    setMissing(undefined);
    setDraft((known) => ({
      ...known,
      title: known.title || one.name,
      documents: [...known.documents.filter((other) => other.id !== one.id), one],
    }));
  });
  const send = async (submit: boolean): Promise<void> => {
    // unfinished uploads would be missing in a draft, too
    const lacks = files.coming.length > 0 ? 'files' : submit ? missingField(draft, from) : undefined;
    setMissing(lacks);
    const wrong = submit ? problemsOfValues(from.fields, draft.values) : new Map<string, FieldProblem>();
    if (lacks === undefined) mark(wrong);
    else setProblems(wrong);
    if (lacks !== undefined) return document.getElementById(`flow-${lacks}`)?.focus();
    if (wrong.size > 0) return;
    // a draft that is being kept for attachments must not be made twice
    const keptAs = (await keeping.current?.catch(() => undefined)) ?? keptId;
    const known = keptAs === undefined ? {} : { id: keptAs };
    const terms = { ...known, templateId: from.templateId, ...flowInput(draft, from.flowKind), submit };
    const { id, number } = await save.mutateAsync(terms).catch((error: unknown) => {
      mark(problemsIn(error));
      throw error;
    });
    notice.success(submit ? t('handedIn', { number }) : t('kept'));
    go(submit ? minePath : draftsPath, submit ? { flowId: id } : undefined, { replace: true });
  };
  const keep = async (): Promise<string> => {
    if (keptId !== undefined) return keptId;
    keeping.current ??= save
      .mutateAsync({ templateId: from.templateId, ...flowInput(draft, from.flowKind), submit: false })
      .then(({ id }) => id)
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
    missing,
    problems,
    files,
    fieldFiles: { flowId: keptId, title: draft.title || t('untitled'), keep, asking, setAsking },
    busy: save.isPending,
    doing: (submit: boolean) => (): void => void send(submit).catch(() => undefined),
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
  const { draft, keep, keptId, change, missing, problems, files, fieldFiles, busy, doing } = useFlowForm(from, before);
  return (
    <Page>
      <FormHead from={from} />
      <div className={styles.columns}>
        <Stack gap={4}>
          {from.typedNumber && <NumberField draft={draft} change={change} missing={missing} />}
          <TitleFields draft={draft} change={change} missing={missing} />
          <TemplateFormFields
            fields={from.fields}
            values={draft.values}
            change={(values) => change({ values })}
            problems={problems}
            files={fieldFiles}
          />
          <ContentFields from={from} draft={draft} change={change} files={files} missing={missing} />
          <FlowAttachments flowId={keptId} title={draft.title || t('untitled')} keep={keep} />
          <UrgencyFields draft={draft} change={change} />
          <PeopleField label={t('notify')} hint={t('notifyHint')} value={draft.notify} onChange={(notify) => change({ notify })} />
        </Stack>
        <PathPreview from={from} draft={draft} change={change} />
      </div>
      <Row gap={2} wrap className={styles.actions}>
        <Button type="primary" loading={busy} onClick={doing(true)}>
          {t('handIn')}
        </Button>
        {from.flow?.status !== 'returned' && (
          <Button disabled={busy} onClick={doing(false)}>
            {t('keep')}
          </Button>
        )}
      </Row>
    </Page>
  );
}

function FormHead({ from }: { from: FormSource }): ReactNode {
  const t = useText('workflows');
  const back = from.flow === undefined ? startPath : draftsPath;
  const name = from.flow?.templateName;
  return (
    <DetailHeader
      back={
        <AppLink to={back} aria-label={t('toList')} title={t('toList')}>
          <ArrowLeftOutlined />
        </AppLink>
      }
      title={name === undefined ? t('newFlow') : t('editFlow', { name })}
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
  const { fields, graph } = terms.data ?? source.data ?? { fields: [], graph: linearGraph(0) };
  const from = {
    templateId: template ?? '',
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
