import { DownloadOutlined, FileTextOutlined, InboxOutlined } from '@ant-design/icons';
import { type ImportOptions, admin, personColumns } from '@dossier/contract/identity/user-administration';
import { useBlocker } from '@tanstack/react-router';
import { Alert, Button, Checkbox, Radio, Steps } from 'antd';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { formatSize } from '../../../platform/ui/formatted-values.tsx';
import { useLanguage, useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { Card, DividedList, Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
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

/** An explanation. */
function Note({ children }: { children: ReactNode }): ReactNode {
  return (
    <Text as="p" size="s" tone="muted">
      {children}
    </Text>
  );
}

function Choices<V extends string>({ label, value, change, options, hint }: Choice<V>): ReactNode {
  const id = useId();
  return (
    <Stack gap={1}>
      <Heading level={2} id={id}>
        {label}
      </Heading>
      <Radio.Group aria-labelledby={id} value={value} onChange={(event) => change(event.target.value as V)} options={options} />
      {hint !== undefined && <Note>{hint}</Note>}
    </Stack>
  );
}

/** The options of an import. */
export function ImportOptionsForm({ options, change }: { options: ImportOptions; change: (options: ImportOptions) => void }): ReactNode {
  const t = useText('identity.import');
  const terms = useCall(admin.importTerms, {}, { staleTime: 60_000 });
  const invites = terms.data?.invites === true;
  return (
    <Stack gap={4}>
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
    </Stack>
  );
}

/** The file, and the options of the import. */
export function FileStep({ work }: { work: ImportState }): ReactNode {
  const t = useText('identity.import');
  return (
    <Page>
      <Row gap={8} wrap align="start" className={styles.columns}>
        <Stack gap={6} align="start">
          <DropZone work={work} />
          {work.problem !== undefined && <Alert type="error" showIcon title={work.problem} role="alert" />}
          <ImportOptionsForm options={work.options} change={work.setOptions} />
          <Button type="primary" loading={work.busy} disabled={work.file === undefined || work.unfit} onClick={() => void work.check()}>
            {t(work.busy ? 'checking' : 'check')}
          </Button>
        </Stack>
        <Columns />
      </Row>
    </Page>
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
    <Card
      sunken
      gap={2}
      pad={6}
      align="center"
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
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
      <Heading level={2} size="l">
        {work.file?.name ?? t('fileTitle')}
      </Heading>
      <Note>{work.file === undefined ? t('fileHint') : formatSize(work.file.size, language)}</Note>
      <Row gap={2} wrap justify="center">
        {work.file === undefined && <Note>{t('dropHere')}</Note>}
        <Button onClick={() => input.current?.click()}>{t(work.file === undefined ? 'chooseFile' : 'otherFile')}</Button>
      </Row>
    </Card>
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
    <Stack as="section" gap={3} aria-label={t('columnsTitle')}>
      <Heading level={2}>{t('columnsTitle')}</Heading>
      <DividedList>
        {personColumns.map((column) => (
          <Stack as="li" key={column} pad={[1, 0]}>
            <Text strong>{t(`column_${column}`)}</Text>
            <Note>{t(`about_${column}`)}</Note>
          </Stack>
        ))}
      </DividedList>
      <Note>{t('columnsHint')}</Note>
      <Row gap={2} wrap>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button key={format} size="small" icon={<DownloadOutlined />} onClick={() => void template(format).catch(() => undefined)}>
            {t('template')} · {format}
          </Button>
        ))}
      </Row>
    </Stack>
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
    <Stack grow scroll>
      <Row as="header" pad={[3, 4]} className={styles.head}>
        {phone ? (
          <Note>
            {at + 1} / {steps.length} · {t(titles[work.step])}
          </Note>
        ) : (
          <Steps className={styles.steps ?? ''} size="small" current={at} items={steps.map((step) => ({ title: t(titles[step]) }))} />
        )}
      </Row>
      {work.step === 'file' && <FileStep work={work} />}
      {work.step === 'check' && <CheckStep work={work} />}
      {work.step === 'write' && <WriteStep work={work} />}
      {work.step === 'result' && <ResultStep work={work} saved={saved} keep={() => setSaved(true)} again={() => void again()} />}
    </Stack>
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
