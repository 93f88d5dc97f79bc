import { DownloadOutlined, FileTextOutlined, InboxOutlined } from '@ant-design/icons';
import { admin } from '@dossier/contract/identity/user-administration';
import { type ImportOptions, personColumns } from '@dossier/contract/identity/user-import';
import { useBlocker } from '@tanstack/react-router';
import { Alert, Button, Checkbox, Radio, Steps } from 'antd';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { formatSize } from '../../../platform/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { CheckStep, ResultStep, WriteStep } from './import-steps.tsx';
import styles from './import.module.css';
import { type ImportState, type Step, secretsOf, useImport } from './use-import.ts';

interface Choice<V extends string> {
  label: string;
  value: V;
  change: (value: V) => void;
  options: { value: V; label: string; disabled?: boolean }[];
  hint?: string | undefined;
}

function Choices<V extends string>({ label, value, change, options, hint }: Choice<V>): ReactNode {
  const id = useId();
  return (
    <div className={styles.choice}>
      <h2 id={id}>{label}</h2>
      <Radio.Group aria-labelledby={id} value={value} onChange={(event) => change(event.target.value as V)} options={options} />
      {hint !== undefined && <p className={styles.quiet}>{hint}</p>}
    </div>
  );
}

/** The options of an import. */
export function ImportOptionsForm({ options, change }: { options: ImportOptions; change: (options: ImportOptions) => void }): ReactNode {
  const t = useText('identity.import');
  const terms = useCall(admin.importTerms, {}, { staleTime: 60_000 });
  const invites = terms.data?.invites === true;
  return (
    <div className={styles.choices}>
      <Choices
        label={t('existing')}
        value={options.existing}
        change={(existing) => change({ ...options, existing })}
        options={(['change', 'skip'] as const).map((value) => ({ value, label: t(`existing_${value}`) }))}
      />
      <Choices
        label={t('missing')}
        value={options.departments}
        change={(departments) => change({ ...options, departments })}
        options={(['create', 'refuse'] as const).map((value) => ({ value, label: t(`missing_${value}`) }))}
      />
      <Choices
        label={t('newPeople')}
        value={options.password}
        change={(password) => change({ ...options, password })}
        options={(['made', 'invite'] as const).map((value) => ({
          value,
          label: t(`newPeople_${value}`),
          disabled: value === 'invite' && !invites,
        }))}
        hint={terms.data !== undefined && !invites ? t('inviteOff') : undefined}
      />
      {options.password === 'made' && (
        <Checkbox checked={options.mustChange} onChange={(event) => change({ ...options, mustChange: event.target.checked })}>
          {t('mustChange')}
        </Checkbox>
      )}
    </div>
  );
}

/** The file, and the options of the import. */
export function FileStep({ work }: { work: ImportState }): ReactNode {
  const t = useText('identity.import');
  return (
    <div className={styles.body}>
      <div className={styles.columns}>
        <div className={styles.main}>
          <DropZone work={work} />
          {work.problem !== undefined && <Alert type="error" showIcon title={work.problem} role="alert" />}
          <ImportOptionsForm options={work.options} change={work.setOptions} />
          <div className={styles.foot}>
            <Button type="primary" loading={work.busy} disabled={work.file === undefined || work.unfit} onClick={() => void work.check()}>
              {t(work.busy ? 'checking' : 'check')}
            </Button>
          </div>
        </div>
        <Columns />
      </div>
    </div>
  );
}

function DropZone({ work }: { work: ImportState }): ReactNode {
  const t = useText('identity.import');
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (file) work.choose(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const drag = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div className={styles.drop} data-over={over || undefined} onDragOver={drag} onDragLeave={() => setOver(false)} onDrop={drop}>
      <input
        ref={input}
        type="file"
        hidden
        data-import-file
        accept=".csv,.tsv,.txt,.xlsx,.xlsm"
        onChange={(event) => {
          take(event.target.files);
          // picking the same file again after a correction fires another event
          event.target.value = '';
        }}
      />
      {work.file === undefined ? <InboxOutlined className={styles.sign} /> : <FileTextOutlined className={styles.sign} />}
      <h2>{work.file?.name ?? t('fileTitle')}</h2>
      <p className={styles.quiet}>{work.file === undefined ? t('fileHint') : formatSize(work.file.size, language)}</p>
      <p>
        {work.file === undefined && <span className={styles.quiet}>{t('dropHere')} </span>}
        <Button onClick={() => input.current?.click()}>{t(work.file === undefined ? 'chooseFile' : 'otherFile')}</Button>
      </p>
    </div>
  );
}

/** Explains the columns, with a template to download. */
function Columns(): ReactNode {
  const t = useText('identity.import');
  const template = async (format: 'csv' | 'xlsx'): Promise<void> => {
    const { downloadUrl, fileName } = await call(admin.importTemplate, { format, lang: undefined });
    saveFile(downloadUrl, fileName);
  };
  return (
    <section className={styles.about} aria-label={t('columnsTitle')}>
      <h2>{t('columnsTitle')}</h2>
      <dl>
        {personColumns.map((column) => (
          <div key={column}>
            <dt>{t(`column_${column}`)}</dt>
            <dd>{t(`about_${column}`)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.quiet}>{t('columnsHint')}</p>
      <p className={styles.files}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button key={format} size="small" icon={<DownloadOutlined />} onClick={() => void template(format).catch(() => undefined)}>
            {t('template')} · {format}
          </Button>
        ))}
      </p>
    </section>
  );
}

const steps = ['file', 'check', 'write', 'result'] as const satisfies readonly Step[];
const titles = { file: 'stepFile', check: 'stepCheck', write: 'stepWrite', result: 'stepResult' } as const;

/** The user import: file, plan, writing, and result. */
export function ImportPage(): ReactNode {
  const t = useText('identity.import');
  const phone = useMedia('phone');
  const work = useImport();
  const [saved, setSaved] = useState(false);
  useGuard(work, saved);
  const at = steps.indexOf(work.step);
  const again = async (): Promise<void> => {
    const loses = !saved && hasSecrets(work);
    if (loses && !(await confirm({ title: t('anotherAsk'), text: t('leavePasswords'), ok: t('another'), danger: true }))) return;
    setSaved(false);
    work.restart();
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {phone ? (
          <p className={styles.quiet}>
            {at + 1} / {steps.length} · {t(titles[work.step])}
          </p>
        ) : (
          <Steps className={styles.steps ?? ''} size="small" current={at} items={steps.map((step) => ({ title: t(titles[step]) }))} />
        )}
      </header>
      {work.step === 'file' && <FileStep work={work} />}
      {work.step === 'check' && <CheckStep work={work} />}
      {work.step === 'write' && <WriteStep work={work} />}
      {work.step === 'result' && <ResultStep work={work} saved={saved} keep={() => setSaved(true)} again={() => void again()} />}
    </div>
  );
}

const hasSecrets = ({ writing }: ImportState): boolean => writing !== undefined && secretsOf(writing).length > 0;

/** Asks before the writing is interrupted, or passwords are lost. */
function useGuard(work: ImportState, saved: boolean): void {
  const t = useText('identity.import');
  const writes = work.step === 'write';
  const unsaved = !saved && hasSecrets(work);
  useBlocker({
    disabled: !writes && !unsaved,
    enableBeforeUnload: writes || unsaved,
    shouldBlockFn: async () => {
      const text = [...(writes ? [t('leaveWriting')] : []), ...(unsaved ? [t('leavePasswords')] : [])].join(' ');
      return !(await confirm({ title: t('leaveAsk'), text, ok: t('leave'), danger: true }));
    },
  });
}
