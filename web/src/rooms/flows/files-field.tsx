import { DesktopOutlined } from '@ant-design/icons';
import { module, objType } from '@dossier/contract/rights';
import { Button, Progress } from 'antd';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { notice } from '../../ground/notice.ts';
import { textOf, useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { droppedFiles, type PickedFile, pickedFiles } from '../content/upload/dropped-files.ts';
import { useCurrentUser } from '../session/current-user.ts';
import styles from './flows.module.css';
import form from './flow-form.module.css';
import type { HandedFiles } from './use-handed-files.ts';

interface FilesFieldProps {
  files: HandedFiles;
  /** So many more can be handed in. */
  free: number;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Takes files of the computer, by a button or dropped; they stand among the documents of the form once they are uploaded. */
export function FilesField({ files: { coming, bring }, free }: FilesFieldProps): ReactNode {
  const t = useText('flows');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { moduleTypes } = useCurrentUser();
  const left = free - coming.length;
  if (!moduleTypes.includes(module.my)) return null;
  const take = (picked: readonly PickedFile[]): void => {
    if (picked.length > left) notice.warning(textOf('ground')('tooMany', { n: left }));
    else void bring(picked).catch(() => undefined);
  };
  // the list behind, which takes dropped files everywhere else, must not take these
  const onDragOver = (event: DragEvent): void => {
    if (!hasFiles(event) || left <= 0) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(true);
  };
  const onDrop = (event: DragEvent): void => {
    setOver(false);
    if (!hasFiles(event) || left <= 0) return;
    event.preventDefault();
    event.stopPropagation();
    void droppedFiles(event.nativeEvent.dataTransfer ?? new DataTransfer()).then(take, () => undefined);
  };
  return (
    <div className={form.files} data-over={over || undefined} onDragOver={onDragOver} onDragLeave={() => setOver(false)} onDrop={onDrop}>
      <Button icon={<DesktopOutlined />} disabled={left <= 0} onClick={() => input.current?.click()}>
        {t('addFiles')}
      </Button>
      <span className={styles.hint}>{t('addFilesHint', { area: textOf('library')('areaMy'), cabinet: t('ownCabinet') })}</span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('addFiles')}
        onChange={({ target }) => {
          take(target.files === null ? [] : pickedFiles(target.files));
          target.value = '';
        }}
      />
      {coming.length > 0 && <Coming entries={coming} />}
    </div>
  );
}

function Coming({ entries }: { entries: HandedFiles['coming'] }): ReactNode {
  return (
    <ul className={styles.documents}>
      {entries.map(({ id, file, sent }) => (
        <li key={id}>
          <FileIcon objType={objType.document} ext={file.name.split('.').at(-1)?.toLowerCase() ?? ''} />
          <span title={file.name}>{file.name}</span>
          <Progress
            className={form.progress ?? ''}
            size={{ height: 4 }}
            percent={file.size === 0 ? 0 : Math.floor((sent / file.size) * 100)}
            aria-label={file.name}
          />
        </li>
      ))}
    </ul>
  );
}
