import { ArrowLeftOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { type GraphProblem, graphProblems } from '@dossier/contract/workflows/check-flow-graph';
import { areas, right } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { type EmailDecisions, emailDecisions, flowKinds, publishingKinds } from '@dossier/contract/workflows/flow-shapes';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Badge, Button, Input, Select, Skeleton, Switch, Tabs } from 'antd';
import { type ReactNode, useId, useRef, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { Callout, DetailHeader, Field, SmallNote } from '../../../platform/ui/page-parts.tsx';
import styles from '../flows.module.css';
import { PeopleField } from '../form/people-field.tsx';
import { templatesPath } from '../paths.ts';
import type { DesignWords } from '../designer/design-words.ts';
import { FlowTab } from '../designer/flow-tab.tsx';
import { FormTab } from '../designer/form-tab.tsx';
import { inReadingOrder } from '../designer/graph-editing.ts';
import { TestRunTab } from '../designer/test-run-tab.tsx';
import { useDesigner } from '../designer/use-designer.ts';
import { type DraftHistory, useTemplateDraft } from '../designer/use-template-draft.ts';
import { type TemplateVersion, VersionsTab } from '../designer/versions-tab.tsx';
import { type TemplateDraft, missingPart, newDraft, stepOf, templateDraftOf, templateInput, withKind } from './template-draft.ts';

interface CabinetFieldProps {
  /** The present cabinet of the template; without a name where the user does not see it. */
  known: { id: string; name: string } | undefined;
  value: string | undefined;
  onChange: (id: string) => void;
}

/** Selects the publishing cabinet of a template, among those that the user manages. */
function CabinetField({ known, value, onChange }: CabinetFieldProps): ReactNode {
  const t = useText('workflows');
  const id = useId();
  const found = useQuery({
    queryKey: [library.cabinets.path, 'publishing'],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        areas.map((moduleType) => call(library.cabinets, { moduleType, pageNo: 1, pageSize: 1000 }, { quiet: true, signal })),
      );
      const all = pages.flatMap((page) => page.list);
      return all
        .filter((candidate) => candidate.publishing === true && (candidate.rights & right.manage) !== 0)
        .map((candidate) => ({ id: candidate.id, name: candidate.name }));
    },
    staleTime: 60_000,
  });
  const list = found.data ?? [];
  const all = known === undefined || list.some((candidate) => candidate.id === known.id) ? list : [known, ...list];
  return (
    <Field label={t('cabinet')} htmlFor={id} hint={t('cabinetHint')}>
      {found.error !== null && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      <Select<string>
        id={id}
        {...(value !== undefined && { value })}
        loading={found.isFetching}
        placeholder={t('chooseCabinet')}
        notFoundContent={t('noCabinet')}
        options={all.map((candidate) => ({ value: candidate.id, label: candidate.name || t('unseenCabinet') }))}
        onChange={onChange}
      />
    </Field>
  );
}

type Template = OutputOf<typeof flowTemplates.show>;

const changedRoutes = [flowTemplates.list, flowTemplates.show, flows.choices, flows.foresee];

/** A flow template: its properties, who may start it, and its steps. */
export function TemplatePage({ id }: { id: string }): ReactNode {
  const t = useText('workflows');
  const found = useCall(flowTemplates.show, { id });
  const late = useDelayed(found.isPending);
  const link = <AppLink to={templatesPath}>{t('allTemplates')}</AppLink>;
  if (found.error !== null && found.data === undefined)
    return (
      <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.flowTemplateMissing.code && link} />
    );
  if (found.data === undefined) return <Page>{late && <Skeleton active />}</Page>;
  return <TemplateEditor key={found.data.version} known={found.data} before={templateDraftOf(found.data)} />;
}

/** A new template. */
export function NewTemplate(): ReactNode {
  const t = useText('workflows');
  const [before] = useState(() => newDraft(t('firstStep')));
  return <TemplateEditor before={before} />;
}

type Tab = 'basics' | 'form' | 'flow' | 'test' | 'versions';

/** Where what a template lacks is filled in. */
const tabOfLack: Record<NonNullable<ReturnType<typeof missingPart>>, Tab> = {
  name: 'basics',
  cabinet: 'basics',
  fieldName: 'form',
  options: 'form',
  stepName: 'flow',
  approver: 'flow',
};

/** The problems that the server refuses a graph for. */
function problemsIn({ data }: CallError): GraphProblem[] {
  const list: unknown = typeof data === 'object' && data !== null && 'problems' in data ? data.problems : undefined;
  return Array.isArray(list) ? (list as GraphProblem[]).filter(({ kind }) => graphProblems.includes(kind)) : [];
}

function useTemplateEditor({ known, before }: { known?: Template | undefined; before: TemplateDraft }) {
  const t = useText('workflows');
  const go = useNavigate();
  const history = useTemplateDraft(before);
  const { draft } = history;
  const designer = useDesigner(draft, history.change);
  const [tab, setTab] = useState<Tab>(known === undefined ? 'basics' : 'flow');
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<readonly GraphProblem[]>([]);
  const isSaved = useRef(false);
  const create = useCallMutation(flowTemplates.create, { refresh: changedRoutes });
  const update = useCallMutation(flowTemplates.update, { refresh: changedRoutes });
  const missing = missingPart(draft);
  const lack = missing ?? (designer.problems.length > 0 ? ('graph' as const) : undefined);
  const change = (changes: Partial<TemplateDraft>, what?: string): void => {
    history.change(changes, what);
    setRefused([]);
  };
  const leave = (): void => {
    isSaved.current = true;
    go(templatesPath);
  };
  const save = async (): Promise<void> => {
    setAsked(true);
    if (lack !== undefined) return setTab(lack === 'graph' ? 'flow' : tabOfLack[lack]);
    const terms = templateInput({ ...draft, ...inReadingOrder(designer.design) });
    try {
      if (known === undefined) {
        await create.mutateAsync({ flowKind: draft.flowKind, ...terms });
        notice.success(t('templateMade', { name: terms.name }));
      } else {
        const { version } = await update.mutateAsync({ id: known.id, ...terms });
        notice.success(version === known.version ? t('saved') : t('savedAs', { count: version }));
      }
      leave();
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== codes.flowGraphInvalid.code) throw error;
      setRefused(problemsIn(error));
      setTab('flow');
    }
  };
  const restore = useRestore({ known, history, leave });
  useLeaveGuard(() => history.isChanged && !isSaved.current, history.isChanged);
  return {
    history: { ...history, change },
    designer,
    tab,
    setTab,
    toStep: (node: string): void => {
      setTab('flow');
      designer.editing.select(node, true);
    },
    lack: asked ? lack : undefined,
    refused,
    busy: create.isPending || update.isPending,
    save: () => void save().catch(() => undefined),
    restore,
  };
}

interface RestoreTerms {
  known: Template | undefined;
  history: DraftHistory;
  leave: () => void;
}

/** Makes an earlier version the next one, after a question. */
function useRestore({ known, history: { draft, isChanged }, leave }: RestoreTerms) {
  const t = useText('workflows');
  const update = useCallMutation(flowTemplates.update, { refresh: changedRoutes });
  const restore = async (earlier: TemplateVersion): Promise<void> => {
    const d = textOf('designer');
    const question = {
      title: d('restoreAsk', { count: earlier.version }),
      text: d(isChanged ? 'restoreChanged' : 'restoreText'),
      ok: d('restore'),
    };
    if (known === undefined || !(await confirm(question))) return;
    const { steps, graph, fields } = templateInput({
      ...draft,
      steps: earlier.steps.map(stepOf),
      graph: earlier.graph,
      fields: earlier.fields,
    });
    const { version } = await update.mutateAsync({ id: known.id, steps, graph, fields });
    notice.success(t('savedAs', { count: version }));
    leave();
  };
  return (version: TemplateVersion): void => void restore(version).catch(() => undefined);
}

/** Asks before unsaved changes are lost by a navigation or by closing the window. */
function useLeaveGuard(isChanged: () => boolean, dirty: boolean): void {
  const t = useText('designer');
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: isChanged,
    shouldBlockFn: async () =>
      isChanged() && !(await confirm({ title: t('leaveAsk'), text: t('leaveText'), ok: t('leave'), danger: true })),
  });
}

function TemplateEditor({ known, before }: { known?: Template; before: TemplateDraft }): ReactNode {
  const t = useText('workflows');
  const d = useText('designer');
  const { history, designer, tab, setTab, toStep, lack, refused, busy, save, restore } = useTemplateEditor({ known, before });
  const { draft, change } = history;
  const count = designer.problems.length;
  const tabs: { key: Tab; label: ReactNode; children: ReactNode }[] = [
    {
      key: 'basics',
      label: d('tabBasics'),
      children: (
        <Stack gap={4} className={styles.measure}>
          <TemplateFields known={known} draft={draft} change={change} />
        </Stack>
      ),
    },
    { key: 'form', label: d('tabForm'), children: <FormTab history={history} words={designer.words} /> },
    {
      key: 'flow',
      label: (
        <Badge size="small" count={count} offset={[8, 0]} title={d('nProblems', { count })}>
          {d('tabFlow')}
        </Badge>
      ),
      children: <FlowTab templateId={known?.id} history={history} designer={designer} />,
    },
    { key: 'test', label: d('tabTest'), children: <TestRunTab draft={draft} designer={designer} toStep={toStep} /> },
    ...(known === undefined
      ? []
      : [{ key: 'versions' as const, label: t('versions'), children: <VersionsTab template={known} restore={restore} /> }]),
  ];
  return (
    <Page gap={2}>
      <DetailHeader
        back={
          <AppLink to={templatesPath} aria-label={t('allTemplates')} title={t('allTemplates')}>
            <ArrowLeftOutlined />
          </AppLink>
        }
        title={draft.name || (known?.name ?? t('newTemplate'))}
        status={known && <SmallNote>{`${t(`kind_${known.flowKind}`)} · ${d('versionNamed', { count: known.version })}`}</SmallNote>}
      >
        <Text role="status" size="s" tone="danger">
          {lack !== undefined && t(`lack_${lack}`)}
        </Text>
        <Button type="primary" loading={busy} onClick={save}>
          {t('save')}
        </Button>
      </DetailHeader>
      <Refused problems={refused} words={designer.words} />
      <Tabs activeKey={tab} onChange={(key) => setTab(key as Tab)} items={tabs} destroyOnHidden />
    </Page>
  );
}

/** What the server has found wrong. */
function Refused({ problems, words }: { problems: readonly GraphProblem[]; words: DesignWords }): ReactNode {
  if (problems.length === 0) return null;
  return (
    <Callout as="section" role="alert">
      <Stack as="ul">
        {problems.map((problem, at) => (
          <Text as="li" key={at} tone="danger">
            {words.problem(problem)}
          </Text>
        ))}
      </Stack>
    </Callout>
  );
}

interface TemplateFieldsProps {
  known: Template | undefined;
  draft: TemplateDraft;
  change: (changes: Partial<TemplateDraft>, what?: string) => void;
}

function TemplateFields({ known, draft, change }: TemplateFieldsProps): ReactNode {
  const t = useText('workflows');
  const [name, kind, description, email, on] = [useId(), useId(), useId(), useId(), useId()];
  return (
    <>
      {known === undefined && flowKinds.length > 1 && (
        <Field label={t('kind')} htmlFor={kind} hint={t(`kind_${draft.flowKind}_hint`)}>
          <Select
            id={kind}
            value={draft.flowKind}
            options={flowKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
            onChange={(flowKind) => change(withKind(draft, flowKind))}
          />
        </Field>
      )}
      {publishingKinds.includes(draft.flowKind) && (
        <CabinetField known={known?.cabinet} value={draft.cabinetId} onChange={(cabinetId) => change({ cabinetId })} />
      )}
      <Field label={t('name')} htmlFor={name}>
        <Input
          id={name}
          autoFocus={known === undefined}
          maxLength={100}
          autoComplete="off"
          value={draft.name}
          onChange={(event) => change({ name: event.target.value }, 'name')}
        />
      </Field>
      <Field label={t('description')} htmlFor={description}>
        <Input.TextArea
          id={description}
          maxLength={1000}
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={draft.description}
          onChange={(event) => change({ description: event.target.value }, 'description')}
        />
      </Field>
      <PeopleField label={t('starters')} hint={t('startersHint')} value={draft.starters} onChange={(starters) => change({ starters })} />
      <NumberingField draft={draft} change={change} />
      <Field label={t('emailDecisions')} htmlFor={email} hint={t(`emailDecisions_${draft.emailDecisions}_hint`)}>
        <Select<EmailDecisions>
          id={email}
          value={draft.emailDecisions}
          options={emailDecisions.map((value) => ({ value, label: t(`emailDecisions_${value}`) }))}
          onChange={(value) => change({ emailDecisions: value })}
        />
      </Field>
      <Row as="label" gap={2} id={on}>
        <Switch size="small" aria-labelledby={on} checked={draft.enabled} onChange={(enabled) => change({ enabled })} />
        {t('offered')}
      </Row>
    </>
  );
}

function NumberingField({ draft, change }: Omit<TemplateFieldsProps, 'known'>): ReactNode {
  const t = useText('workflows');
  const id = useId();
  return (
    <Field label={t('numbering')} htmlFor={id} hint={t(draft.typedNumber ? 'numbering_typed_hint' : 'numbering_given_hint')}>
      <Select<'given' | 'typed'>
        id={id}
        value={draft.typedNumber ? 'typed' : 'given'}
        options={(['given', 'typed'] as const).map((value) => ({ value, label: t(`numbering_${value}`) }))}
        onChange={(value) => change({ typedNumber: value === 'typed' })}
      />
    </Field>
  );
}
