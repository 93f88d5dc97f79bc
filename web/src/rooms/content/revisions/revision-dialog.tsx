import { UploadOutlined } from '@ant-design/icons';
import { content } from '@dossier/contract/content';
import type { Item } from '@dossier/contract/library';
import { Alert, Button, Checkbox, Input, Modal, Progress } from 'antd';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { CallError } from '../../../ground/call.ts';
import { notice } from '../../../ground/notice.ts';
import { refresh } from '../../../ground/query.ts';
import { useText } from '../../../ground/text.ts';
import { Size } from '../../../ground/ui/size.tsx';
import { refreshLists } from '../../library/area.ts';
import styles from './revisions.module.css';
import { type RevisionSending, refusalOf, sendRevision } from './send-revision.ts';

const longestNote = 500;

/** Chooses a file and sends it as the newest version of a document, with a note. */
export function RevisionDialog({ item, close }: { item: Item; close: () => void }): ReactNode {
  const t = useText('content');
  const noteId = useId();
  const [open, setOpen] = useState(true);
  const [file, setFile] = useState<File>();
  const [note, setNote] = useState('');
  const [major, setMajor] = useState(false);
  const [part, setPart] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const sending = useRef<RevisionSending>(undefined);
  useEffect(() => () => sending.current?.stop(), []);
  const isSending = part !== undefined;
  const send = async (): Promise<void> => {
    if (!file || isSending) return;
    setFailure(undefined);
    setPart(0);
    const own = sendRevision({ id: item.id, file, note: note.trim(), major, onSent: setPart });
    sending.current = own;
    try {
      await own.done;
      if (sending.current !== own) return;
      sending.current = undefined;
      notice.success(t('revisionSent', { name: item.name }));
      setOpen(false);
      await Promise.all([refreshLists(), refresh(content.revisions)]);
    } catch (error) {
      if (sending.current !== own) return;
      sending.current = undefined;
      setFailure(error instanceof CallError ? error.message : (refusalOf(error) ?? t('sendFailed')));
    } finally {
      setPart(undefined);
    }
  };
  const cancel = (): void => {
    const running = sending.current;
    sending.current = undefined;
    running?.stop();
    if (!isSending) setOpen(false);
  };
  return (
    <Modal
      open={open}
      width={480}
      title={t('newRevisionOf', { name: item.name })}
      okText={t('send')}
      cancelText={isSending ? t('stop') : t('cancel')}
      okButtonProps={{ disabled: !file, loading: isSending }}
      maskClosable={!isSending}
      onOk={() => void send()}
      onCancel={cancel}
      afterClose={close}
    >
      <div className={styles.form}>
        <FileChooser file={file} choose={setFile} disabled={isSending} />
        {file && extOf(file.name) !== (item.ext ?? '') && (
          <Alert type="warning" showIcon title={t('otherKind', { ext: extOf(file.name) || '–', name: item.name })} />
        )}
        <label htmlFor={noteId}>{t('note')}</label>
        <Input.TextArea
          id={noteId}
          rows={3}
          maxLength={longestNote}
          showCount
          disabled={isSending}
          value={note}
          placeholder={t('notePlaceholder')}
          onChange={({ target }) => setNote(target.value)}
        />
        <Checkbox checked={major} disabled={isSending} onChange={({ target }) => setMajor(target.checked)}>
          {t('majorRevision')}
        </Checkbox>
        {isSending && <Progress percent={Math.floor(part * 100)} aria-label={t('sending')} />}
        {failure && <Alert type="error" showIcon title={failure} role="alert" />}
      </div>
    </Modal>
  );
}

function FileChooser({ file, choose, disabled }: { file: File | undefined; choose: (file: File) => void; disabled: boolean }): ReactNode {
  const t = useText('content');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.chooser}>
      <Button icon={<UploadOutlined />} disabled={disabled} onClick={() => input.current?.click()}>
        {t('chooseFile')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('chooseFile')}
        onChange={({ target }) => {
          if (target.files?.[0]) choose(target.files[0]);
          target.value = '';
        }}
      />
      {file ? (
        <span className={styles.chosen}>
          <span>{file.name}</span> <Size bytes={file.size} />
        </span>
      ) : (
        <span className={styles.none}>{t('noFileChosen')}</span>
      )}
    </div>
  );
}

function extOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
