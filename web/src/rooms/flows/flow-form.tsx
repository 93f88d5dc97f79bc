import { ArrowLeftOutlined } from '@ant-design/icons';
import { flows } from '@dossier/contract/flows';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useGo } from '../../ground/go.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useSend } from '../../ground/use-call.ts';
import { ApproverFields } from './approver-fields.tsx';
import { type Draft, lackOf, type Missing, savedAs } from './draft.ts';
import { What } from './form-what.tsx';
import { When, Words } from './form-words.tsx';
import record from '../../ground/ui/record.module.css';
import form from './flow-form.module.css';
import { draftsPath, minePath, startPath } from './paths.ts';
import { PeopleField } from './people-field.tsx';
import { changed } from './refreshed.ts';
import type { FormOf } from './shown.ts';
import { useHandedFiles } from './use-handed-files.ts';

/** A form as it is filled in, kept and handed in. */
function useFilling(from: FormOf, before: Draft) {
  const t = useText('flows');
  const go = useGo();
  const [draft, setDraft] = useState(before);
  const [missing, setMissing] = useState<Missing>();
  const save = useSend(flows.save, { refresh: changed });
  const change = (changes: Partial<Draft>): void => {
    setDraft((known) => ({ ...known, ...changes }));
    setMissing(undefined);
  };
  const files = useHandedFiles((one) => {
    setMissing(undefined);
    setDraft((known) => ({
      ...known,
      title: known.title || one.name,
      documents: [...known.documents.filter((other) => other.id !== one.id), one],
    }));
  });
  const send = async (submit: boolean): Promise<void> => {
    // what is still on its way would be missing in a draft, too
    const lacks = files.coming.length > 0 ? 'files' : submit ? lackOf(draft, from.flowKind) : undefined;
    setMissing(lacks);
    if (lacks !== undefined) return document.getElementById(`flow-${lacks}`)?.focus();
    const known = from.flow === undefined ? {} : { id: from.flow.id };
    const { id, number } = await save.mutateAsync({ ...known, templateId: from.templateId, ...savedAs(draft, from.flowKind), submit });
    notice.success(submit ? t('handedIn', { number }) : t('kept'));
    go(submit ? minePath : draftsPath, submit ? { flowId: id } : undefined, { replace: true });
  };
  return {
    draft,
    change,
    missing,
    files,
    busy: save.isPending,
    doing: (submit: boolean) => (): void => void send(submit).catch(() => undefined),
  };
}

/** The fields of a flow, what will become of it, and what can be done: keep it, hand it in. */
export function FlowForm({ from, draft: before }: { from: FormOf; draft: Draft }): ReactNode {
  const t = useText('flows');
  const { draft, change, missing, files, busy, doing } = useFilling(from, before);
  return (
    <div className={record.page}>
      <FormHead from={from} />
      <div className={form.columns}>
        <div className={form.form}>
          <Words draft={draft} change={change} missing={missing} />
          <What from={from} draft={draft} change={change} files={files} missing={missing} />
          <When draft={draft} change={change} />
          <PeopleField label={t('notify')} hint={t('notifyHint')} value={draft.notify} onChange={(notify) => change({ notify })} />
        </div>
        <ApproverFields from={from} draft={draft} change={change} />
      </div>
      <div className={form.foot}>
        <Button type="primary" loading={busy} onClick={doing(true)}>
          {t('handIn')}
        </Button>
        {from.flow?.status !== 'returned' && (
          <Button disabled={busy} onClick={doing(false)}>
            {t('keep')}
          </Button>
        )}
      </div>
    </div>
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
