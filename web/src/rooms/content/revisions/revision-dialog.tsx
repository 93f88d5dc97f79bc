import type { Item } from '@dossier/contract/library';
import { Alert, Checkbox, Input, Modal, Progress } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../../../ground/text.ts';
import { FileChooser } from './file-chooser.tsx';
import styles from './revisions.module.css';
import { type NewVersion, type RevisionUpload, useRevisionSending } from './use-revision-sending.ts';

const longestNote = 500;

type Draft = Partial<Pick<NewVersion, 'file'>> & Omit<NewVersion, 'file'>;

/** Chooses a file and sends it as the newest version of a document, with a note. */
export function RevisionDialog({ item, close }: { item: Item; close: () => void }): ReactNode {
  const t = useText('content');
  const [open, setOpen] = useState(true);
  const [draft, setDraft] = useState<Draft>({ note: '', major: false });
  const upload = useRevisionSending(item, () => setOpen(false));
  const { file, note, major } = draft;
  const isSending = upload.part !== undefined;
  return (
    <Modal
      open={open}
      width={480}
      title={t('newRevisionOf', { name: item.name })}
      okText={t('send')}
      cancelText={isSending ? t('stop') : t('cancel')}
      okButtonProps={{ disabled: !file, loading: isSending }}
      maskClosable={!isSending}
      onOk={() => void (file && !isSending && upload.send({ file, note: note.trim(), major }))}
      onCancel={() => (isSending ? upload.stop() : setOpen(false))}
      afterClose={close}
    >
      <RevisionForm item={item} draft={draft} change={(changes) => setDraft({ ...draft, ...changes })} upload={upload} />
    </Modal>
  );
}

interface FormProps {
  item: Item;
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  upload: RevisionUpload;
}

function RevisionForm({ item, draft: { file, note, major }, change, upload: { part, failure } }: FormProps): ReactNode {
  const t = useText('content');
  const noteId = useId();
  const isSending = part !== undefined;
  const otherKind = file !== undefined && extOf(file.name) !== (item.ext ?? '');
  return (
    <div className={styles.form}>
      <FileChooser file={file} choose={(chosen) => change({ file: chosen })} disabled={isSending} />
      {otherKind && <Alert type="warning" showIcon title={t('otherKind', { ext: extOf(file.name) || '–', name: item.name })} />}
      <label htmlFor={noteId}>{t('note')}</label>
      <Input.TextArea
        id={noteId}
        rows={3}
        maxLength={longestNote}
        showCount
        disabled={isSending}
        value={note}
        placeholder={t('notePlaceholder')}
        onChange={({ target }) => change({ note: target.value })}
      />
      <Checkbox checked={major} disabled={isSending} onChange={({ target }) => change({ major: target.checked })}>
        {t('majorRevision')}
      </Checkbox>
      {isSending && <Progress percent={Math.floor(part * 100)} aria-label={t('sending')} />}
      {failure && <Alert type="error" showIcon title={failure} role="alert" />}
    </div>
  );
}

function extOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
