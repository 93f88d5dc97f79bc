import { UploadOutlined } from '@ant-design/icons';
import { content, longestNote } from '@dossier/contract/documents/content';
import type { Item } from '@dossier/contract/documents/library';
import { firstLabel, nextLabel } from '@dossier/contract/documents/version-labels';
import { Alert, Button, Checkbox, Input, Modal, Progress, Radio } from 'antd';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { DetailedError, Upload } from 'tus-js-client';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import { useCloseChanged } from '../../../platform/ui/close-changed.ts';
import { FileSize } from '../../../platform/ui/formatted-values.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Field } from '../../../platform/ui/page-parts.tsx';
import { refreshLists } from '../areas.ts';

/** An upload of a new version. */
export interface RevisionSending {
  done: Promise<void>;
  /** Aborts, and makes the server discard the received part. */
  stop: () => void;
}

interface NewRevision {
  id: string;
  file: File;
  note: string;
  major: boolean;
  keepLock: boolean;
  onSent: (part: number) => void;
}

const retryDelays = [500, 1000, 2000, 4000, 8000];

/** Uploads a file as the newest version of a document; the version exists after the last byte. */
export function sendRevision({ id, file, note, major, keepLock, onSent }: NewRevision): RevisionSending {
  let upload: Upload | undefined;
  let stopped = false;
  const run = async (): Promise<void> => {
    const opened = await call(content.preCheckIn, { id, size: file.size, major, keepLock, ...(note !== '' && { note }) }, { quiet: true });
    if (stopped) return;
    await new Promise<void>((resolve, reject) => {
      upload = new Upload(file, {
        uploadUrl: opened.uploadUrl,
        retryDelays,
        storeFingerprintForResuming: false,
        onProgress: (sent, total) => onSent(total ? sent / total : 0),
        onSuccess: () => resolve(),
        onError: reject,
      });
      upload.start();
    });
  };
  return {
    done: run(),
    stop: () => {
      stopped = true;
      // If the server is unreachable, it sweeps the part itself later.
      upload?.abort(true).catch(() => undefined);
    },
  };
}

/** The server's message in a refused upload, if any. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof DetailedError)) return undefined;
  try {
    const { message } = JSON.parse(error.originalResponse?.getBody() ?? '') as { message?: string };
    return message;
  } catch {
    return undefined;
  }
}

export interface RevisionDraft {
  file: File;
  note: string;
  major: boolean;
  /** The holder of the lock keeps it. */
  keepLock: boolean;
}

export interface RevisionUpload {
  /** Uploaded fraction, 0 to 1; absent while no upload runs. */
  part?: number;
  failure?: string;
  send: (version: RevisionDraft) => Promise<void>;
  stop: () => void;
}

/** Uploads a new version of a document, reports progress, and refreshes the lists at the end. */
export function useRevisionUpload(item: Item, sent: () => void): RevisionUpload {
  const t = useText('documents.content');
  const [part, setPart] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<RevisionSending>(undefined);
  useEffect(() => () => running.current?.stop(), []);
  const send = async (version: RevisionDraft): Promise<void> => {
    setFailure(undefined);
    setPart(0);
    const own = sendRevision({ ...version, id: item.id, onSent: setPart });
    running.current = own;
    try {
      await own.done;
      if (running.current !== own) return;
      running.current = undefined;
      notice.endUndo([item.id]);
      notice.success(t('revisionSent', { name: item.name }));
      sent();
      await Promise.all([refreshLists(), invalidateRoutes(content.revisions)]);
    } catch (error) {
      if (running.current !== own) return;
      running.current = undefined;
      setFailure(error instanceof CallError ? error.message : (refusalOf(error) ?? t('sendFailed')));
    } finally {
      setPart(undefined);
    }
  };
  const stop = (): void => {
    const own = running.current;
    running.current = undefined;
    own?.stop();
    setPart(undefined);
  };
  return { ...(part !== undefined && { part }), ...(failure !== undefined && { failure }), send, stop };
}

interface FileChooserProps {
  file: File | undefined;
  choose: (file: File) => void;
  disabled: boolean;
}

/** A button that picks one file, and the name of the picked file. */
export function FileChooser({ file, choose, disabled }: FileChooserProps): ReactNode {
  const t = useText('documents.content');
  const input = useRef<HTMLInputElement>(null);
  return (
    <Row gap={2}>
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
        <Row as="span" gap={2}>
          <Text truncate>{file.name}</Text>{' '}
          <Text nowrap>
            <FileSize bytes={file.size} />
          </Text>
        </Row>
      ) : (
        <Text tone="muted">{t('noFileChosen')}</Text>
      )}
    </Row>
  );
}

type Draft = Partial<Pick<RevisionDraft, 'file'>> & Omit<RevisionDraft, 'file'>;

/** Uploads a file as the newest version of a document, with a note. */
export function RevisionDialog({ item, close }: { item: Item; close: () => void }): ReactNode {
  const t = useText('documents.content');
  const [open, setOpen] = useState(true);
  const [draft, setDraft] = useState<Draft>({ note: '', major: false, keepLock: false });
  const upload = useRevisionUpload(item, () => setOpen(false));
  const { file, note, major, keepLock } = draft;
  const isSending = upload.part !== undefined;
  const { onCancel } = useCloseChanged(
    () => file !== undefined || note.trim() !== '',
    () => setOpen(false),
  );
  return (
    <Modal
      open={open}
      width={480}
      title={t('newRevisionOf', { name: item.name })}
      okText={t('send')}
      cancelText={isSending ? t('stop') : t('cancel')}
      okButtonProps={{ disabled: !file, loading: isSending }}
      mask={{ closable: !isSending }}
      onOk={() => void (file && !isSending && upload.send({ file, note: note.trim(), major, keepLock }))}
      onCancel={(event) => (isSending ? upload.stop() : onCancel(event))}
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

function RevisionForm({ item, draft: { file, note, major, keepLock }, change, upload: { part, failure } }: FormProps): ReactNode {
  const t = useText('documents.content');
  const noteId = useId();
  const isSending = part !== undefined;
  const otherKind = file !== undefined && extOf(file.name) !== (item.ext ?? '');
  return (
    <Stack gap={3}>
      <FileChooser file={file} choose={(chosen) => change({ file: chosen })} disabled={isSending} />
      {otherKind && <Alert type="warning" showIcon title={t('otherKind', { ext: extOf(file.name) || '–', name: item.name })} />}
      <Field label={t('note')} htmlFor={noteId}>
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
      </Field>
      <VersionKind item={item} isMajor={major} disabled={isSending} change={(isMajor) => change({ major: isMajor })} />
      {item.lockedByMe && (
        <Checkbox checked={keepLock} disabled={isSending} onChange={({ target }) => change({ keepLock: target.checked })}>
          {t(item.checkedOut === true ? 'keepLock' : 'keepLocked')}
        </Checkbox>
      )}
      {isSending && <Progress percent={Math.floor(part * 100)} aria-label={t('sending')} />}
      {failure && <Alert type="error" showIcon title={failure} role="alert" />}
    </Stack>
  );
}

interface VersionKindProps {
  item: Item;
  isMajor: boolean;
  disabled: boolean;
  change: (isMajor: boolean) => void;
}

/** The choice between the labels that the new version may get. */
function VersionKind({ item: { versionLabel = firstLabel }, isMajor, disabled, change }: VersionKindProps): ReactNode {
  const t = useText('documents.content');
  const id = useId();
  const options = [
    { value: false, label: t('minorVersion', { label: nextLabel(versionLabel, false) }) },
    { value: true, label: t('majorVersion', { label: nextLabel(versionLabel, true) }) },
  ];
  return (
    // clear of the counter below the note
    <Stack gap={1} pad={[2, 0]}>
      <Text label id={id}>
        {t('versionKind')}
      </Text>
      <Radio.Group
        aria-labelledby={id}
        options={options}
        value={isMajor}
        disabled={disabled}
        onChange={({ target }) => change(target.value === true)}
      />
    </Stack>
  );
}

function extOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
