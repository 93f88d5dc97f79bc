import { ArrowLeftOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/codes';
import { flowKinds, publishingKinds } from '@dossier/contract/flow-shapes';
import { flows } from '@dossier/contract/flows';
import { flowTemplates } from '@dossier/contract/flow-templates';
import type { OutputOf } from '@dossier/contract/route';
import { Button, Input, Select, Skeleton, Switch } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useGo } from '../../ground/go.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import { CabinetField } from './cabinet-field.tsx';
import styles from './flows.module.css';
import record from '../../ground/ui/record.module.css';
import form from './flow-form.module.css';
import detail from './flow-detail.module.css';
import { templatesPath } from './paths.ts';
import { PeopleField } from './people-field.tsx';
import { StepEditor } from './step-editor.tsx';
import { draftOf, lackOf, newDraft, savedAs, type TemplateDraft, withKind } from './template-draft.ts';

type Template = OutputOf<typeof flowTemplates.show>;

const refresh = [flowTemplates.list, flowTemplates.show, flows.choices, flows.foresee];

/** A template of flows: what it is called, who begins one with it, and its steps. */
export function TemplatePage({ id }: { id: string }): ReactNode {
  const t = useText('flows');
  const found = useCall(flowTemplates.show, { id });
  const late = useDelayed(found.isPending);
  const way = <GoLink to={templatesPath}>{t('allTemplates')}</GoLink>;
  if (found.error !== null && found.data === undefined)
    return (
      <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.flowTemplateMissing.code && way} />
    );
  if (found.data === undefined) return <div className={record.page}>{late && <Skeleton active />}</div>;
  return <Editor key={found.data.version} known={found.data} before={draftOf(found.data)} />;
}

/** A template that is not there yet. */
export function NewTemplate(): ReactNode {
  const t = useText('flows');
  const [before] = useState(() => newDraft(t('firstStep')));
  return <Editor before={before} />;
}

function useEditing({ known, before }: { known?: Template | undefined; before: TemplateDraft }) {
  const t = useText('flows');
  const go = useGo();
  const [draft, setDraft] = useState(before);
  const [lack, setLack] = useState<ReturnType<typeof lackOf>>();
  const create = useSend(flowTemplates.create, { refresh });
  const update = useSend(flowTemplates.update, { refresh });
  const change = (changes: Partial<TemplateDraft>): void => {
    setDraft((one) => ({ ...one, ...changes }));
    setLack(undefined);
  };
  const save = async (): Promise<void> => {
    const missing = lackOf(draft);
    setLack(missing);
    if (missing !== undefined) return;
    const terms = savedAs(draft);
    if (known === undefined) {
      await create.mutateAsync({ flowKind: draft.flowKind, ...terms });
      notice.success(t('templateMade', { name: terms.name }));
    } else {
      const { version } = await update.mutateAsync({ id: known.id, ...terms });
      notice.success(version === known.version ? t('saved') : t('savedAs', { n: version }));
    }
    go(templatesPath);
  };
  return { draft, change, lack, busy: create.isPending || update.isPending, save: () => void save().catch(() => undefined) };
}

function Editor({ known, before }: { known?: Template; before: TemplateDraft }): ReactNode {
  const t = useText('flows');
  const { draft, change, lack, busy, save } = useEditing({ known, before });
  return (
    <div className={record.page}>
      <header className={record.head}>
        <GoLink to={templatesPath} aria-label={t('allTemplates')} title={t('allTemplates')}>
          <ArrowLeftOutlined />
        </GoLink>
        <h1 title={known?.name ?? t('newTemplate')}>{known?.name ?? t('newTemplate')}</h1>
      </header>
      <div className={form.columns}>
        <div className={form.form}>
          <Words known={known} draft={draft} change={change} />
        </div>
        <StepEditor steps={draft.steps} flowKind={draft.flowKind} change={(steps) => change({ steps })} />
      </div>
      {known && <Versions template={known} />}
      <div className={form.foot}>
        <Button type="primary" loading={busy} onClick={save}>
          {t('save')}
        </Button>
        <span role="status" className={styles.wrong}>
          {lack !== undefined && t(`lack_${lack}`)}
        </span>
      </div>
    </div>
  );
}

interface WordsProps {
  known: Template | undefined;
  draft: TemplateDraft;
  change: (changes: Partial<TemplateDraft>) => void;
}

function Words({ known, draft, change }: WordsProps): ReactNode {
  const t = useText('flows');
  const [name, kind, description, on] = [useId(), useId(), useId(), useId()];
  return (
    <>
      {known === undefined && flowKinds.length > 1 && (
        <div className={form.field}>
          <label htmlFor={kind}>{t('kind')}</label>
          <Select
            id={kind}
            value={draft.flowKind}
            options={flowKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
            onChange={(flowKind) => change(withKind(draft, flowKind))}
          />
          <p className={styles.hint}>{t(`kind_${draft.flowKind}_hint`)}</p>
        </div>
      )}
      {publishingKinds.includes(draft.flowKind) && (
        <CabinetField known={known?.cabinet} value={draft.cabinetId} onChange={(cabinetId) => change({ cabinetId })} />
      )}
      <div className={form.field}>
        <label htmlFor={name}>{t('name')}</label>
        <Input
          id={name}
          autoFocus={known === undefined}
          maxLength={100}
          autoComplete="off"
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </div>
      <div className={form.field}>
        <label htmlFor={description}>{t('description')}</label>
        <Input.TextArea
          id={description}
          maxLength={1000}
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </div>
      <PeopleField label={t('starters')} hint={t('startersHint')} value={draft.starters} onChange={(starters) => change({ starters })} />
      <label className={form.switch} id={on}>
        <Switch size="small" aria-labelledby={on} checked={draft.enabled} onChange={(enabled) => change({ enabled })} />
        {t('offered')}
      </label>
    </>
  );
}

function Versions({ template }: { template: Template }): ReactNode {
  const t = useText('flows');
  return (
    <section className={record.part}>
      <h2>{t('versions')}</h2>
      <ol className={detail.trail} reversed>
        {template.versions.map((one) => (
          <li key={one.version}>
            <span>
              {t('versionBy', { n: one.version, name: one.creatorName || '–' })}
              {one.running > 0 && ` · ${t('nRunning', { n: one.running })}`}
            </span>
            <Time iso={one.time} />
          </li>
        ))}
      </ol>
    </section>
  );
}
