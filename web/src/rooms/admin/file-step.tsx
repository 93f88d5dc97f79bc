import { DownloadOutlined, FileTextOutlined, InboxOutlined } from '@ant-design/icons';
import { admin } from '@dossier/contract/admin';
import { personColumns } from '@dossier/contract/people-import';
import { Alert, Button } from 'antd';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { sizeText } from '../../ground/amounts.ts';
import { call } from '../../ground/call.ts';
import { useLang, useText } from '../../ground/text.ts';
import { save } from '../content/download-document.ts';
import styles from './admin.module.css';
import { ImportOptionsForm } from './import-options.tsx';
import type { Import } from './use-import.ts';

/** The file, and how it is to be taken. */
export function FileStep({ work }: { work: Import }): ReactNode {
  const t = useText('admin');
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

function DropZone({ work }: { work: Import }): ReactNode {
  const t = useText('admin');
  const language = useLang();
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
          // the same file again, once it was mended, is another choice
          event.target.value = '';
        }}
      />
      {work.file === undefined ? <InboxOutlined className={styles.sign} /> : <FileTextOutlined className={styles.sign} />}
      <h2>{work.file?.name ?? t('fileTitle')}</h2>
      <p className={styles.quiet}>{work.file === undefined ? t('fileHint') : sizeText(work.file.size, language)}</p>
      <p>
        {work.file === undefined && <span className={styles.quiet}>{t('dropHere')} </span>}
        <Button onClick={() => input.current?.click()}>{t(work.file === undefined ? 'chooseFile' : 'otherFile')}</Button>
      </p>
    </div>
  );
}

/** What the columns mean, with a table to begin from. */
function Columns(): ReactNode {
  const t = useText('admin');
  const template = async (format: 'csv' | 'xlsx'): Promise<void> => {
    const { downloadUrl, fileName } = await call(admin.importTemplate, { format, lang: undefined });
    save(downloadUrl, fileName);
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
