import { ArrowLeftOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { areas, right } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { type EmailDecisions, emailDecisions, flowKinds, publishingKinds } from '@dossier/contract/workflows/flow-shapes';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select, Skeleton, Switch } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { DetailHeader, Field, Section } from '../../../platform/ui/page-parts.tsx';
import styles from '../flows.module.css';
import { PeopleField } from '../form/people-field.tsx';
import { templatesPath } from '../paths.ts';
import { StepEditor } from './step-editor.tsx';
import { type TemplateDraft, missingPart, newDraft, templateDraftOf, templateInput, withKind } from './template-draft.ts';

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

function useTemplateEditor({ known, before }: { known?: Template | undefined; before: TemplateDraft }) {
  const t = useText('workflows');
  const go = useNavigate();
  const [draft, setDraft] = useState(before);
  const [lack, setLack] = useState<ReturnType<typeof missingPart>>();
  const create = useCallMutation(flowTemplates.create, { refresh: changedRoutes });
  const update = useCallMutation(flowTemplates.update, { refresh: changedRoutes });
  const change = (changes: Partial<TemplateDraft>): void => {
    setDraft((candidate) => ({ ...candidate, ...changes }));
    setLack(undefined);
  };
  const save = async (): Promise<void> => {
    const missing = missingPart(draft);
    setLack(missing);
    if (missing !== undefined) return;
    const terms = templateInput(draft);
    if (known === undefined) {
      await create.mutateAsync({ flowKind: draft.flowKind, ...terms });
      notice.success(t('templateMade', { name: terms.name }));
    } else {
      const { version } = await update.mutateAsync({ id: known.id, ...terms });
      notice.success(version === known.version ? t('saved') : t('savedAs', { count: version }));
    }
    go(templatesPath);
  };
  return { draft, change, lack, busy: create.isPending || update.isPending, save: () => void save().catch(() => undefined) };
}

function TemplateEditor({ known, before }: { known?: Template; before: TemplateDraft }): ReactNode {
  const t = useText('workflows');
  const { draft, change, lack, busy, save } = useTemplateEditor({ known, before });
  return (
    <Page>
      <DetailHeader
        back={
          <AppLink to={templatesPath} aria-label={t('allTemplates')} title={t('allTemplates')}>
            <ArrowLeftOutlined />
          </AppLink>
        }
        title={known?.name ?? t('newTemplate')}
      />
      <div className={styles.columns}>
        <Stack gap={4}>
          <TemplateFields known={known} draft={draft} change={change} />
        </Stack>
        <StepEditor steps={draft.steps} flowKind={draft.flowKind} change={(steps) => change({ steps })} />
      </div>
      {known && <Versions template={known} />}
      <Row gap={2} wrap className={styles.actions}>
        <Button type="primary" loading={busy} onClick={save}>
          {t('save')}
        </Button>
        <Text role="status" size="s" tone="danger">
          {lack !== undefined && t(`lack_${lack}`)}
        </Text>
      </Row>
    </Page>
  );
}

interface TemplateFieldsProps {
  known: Template | undefined;
  draft: TemplateDraft;
  change: (changes: Partial<TemplateDraft>) => void;
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
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field label={t('description')} htmlFor={description}>
        <Input.TextArea
          id={description}
          maxLength={1000}
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
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

function Versions({ template }: { template: Template }): ReactNode {
  const t = useText('workflows');
  return (
    <Section title={t('versions')}>
      <DividedList as="ol" lines="roomy" className={styles.measure}>
        {template.versions.map((candidate) => (
          <Row as="li" key={candidate.version} gap={4} align="start" justify="between">
            <Text>
              {t('versionBy', { count: candidate.version, name: candidate.creatorName || '–' })}
              {candidate.running > 0 && ` · ${t('nRunning', { count: candidate.running })}`}
            </Text>
            <Text size="s" tone="muted" nowrap>
              <RelativeTime iso={candidate.time} />
            </Text>
          </Row>
        ))}
      </DividedList>
    </Section>
  );
}
