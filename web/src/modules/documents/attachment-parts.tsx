import { PlusOutlined, RedoOutlined, StopOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useText } from '../../platform/i18n.ts';
import { DividedList, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { ToolButton } from '../../platform/ui/tool-button.tsx';
import styles from './details.module.css';
import { type UploadEntry, droppedFiles, useUploads } from './upload-entries.ts';

const uploads = () => import('./upload-queue.ts');

/** What gets attachments: a document or a flow, or a flow that is kept first. */
export interface AttachmentHolder {
  id: string;
  name: string;
  isFlow?: boolean;
}

interface HolderProps {
  holder: AttachmentHolder | (() => Promise<AttachmentHolder>);
}

const holderOf = async (holder: HolderProps['holder']): Promise<AttachmentHolder> => (typeof holder === 'function' ? holder() : holder);

/** The attachments of a document or flow that are on their way, or were refused. */
export const useComingAttachments = (holderId: string | undefined): UploadEntry[] =>
  useUploads(
    useShallow(({ entries }) =>
      entries.filter((entry) => entry.isAttachment === true && entry.parentId === holderId && entry.state !== 'done'),
    ),
  );

/** Lets the user pick attachments. */
export function AddAttachments({ holder }: HolderProps): ReactNode {
  const t = useText('documents.attachments');
  const pick = async (): Promise<void> => {
    const { pickAttachments } = await uploads();
    pickAttachments(() => holderOf(holder));
  };
  return (
    <Button size="small" icon={<PlusOutlined />} onClick={() => void pick()}>
      {t('add')}
    </Button>
  );
}

/** Takes dropped files, where the user may add attachments; the page around it leaves them alone. */
export function AttachmentDrop({ holder, isOpen, children }: HolderProps & { isOpen: boolean; children: ReactNode }): ReactNode {
  const [isOver, setOver] = useState(false);
  if (!isOpen) return <Stack gap={3}>{children}</Stack>;
  const onDragOver = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const onDrop = (event: DragEvent): void => {
    setOver(false);
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    const files = droppedFiles(event.dataTransfer);
    // A refusal to keep the flow has been shown by `call` already.
    void Promise.all([uploads(), files, holderOf(holder)]).then(
      ([{ startAttaching }, dropped, to]) => startAttaching(dropped, to),
      () => undefined,
    );
  };
  return (
    <Stack
      gap={3}
      className={styles.attachments}
      data-takes-files
      data-files-over={isOver || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
    </Stack>
  );
}

/** Files on their way, and those that were refused, with the reason. */
export function ComingAttachments({ entries }: { entries: readonly UploadEntry[] }): ReactNode {
  const t = useText('documents.attachments');
  if (entries.length === 0) return null;
  return (
    <DividedList as="ul" aria-label={t('coming')}>
      {entries.map((entry) => (
        <ComingRow key={entry.id} entry={entry} />
      ))}
    </DividedList>
  );
}

function ComingRow({ entry }: { entry: UploadEntry }): ReactNode {
  const t = useText('documents.attachments');
  const { id, file, state, sent, reason } = entry;
  const cancel = async (): Promise<void> => (await uploads()).cancel(id);
  const resume = async (): Promise<void> => (await uploads()).resume(id);
  const isHalted = state === 'failed' || state === 'paused';
  return (
    <Row as="li" gap={2} justify="between" className={styles.attachment}>
      <Stack grow>
        <Text size="s" truncate title={file.name}>
          {file.name}
        </Text>
        {state === 'failed' ? (
          <Text size="xs" tone="danger" role="alert">
            {reason}
          </Text>
        ) : (
          <Progress
            size="small"
            showInfo={false}
            percent={file.size === 0 ? 100 : Math.floor((sent / file.size) * 100)}
            aria-label={file.name}
          />
        )}
      </Stack>
      <Row rigid>
        {isHalted && <ToolButton label={t('again', { name: file.name })} icon={<RedoOutlined />} onClick={() => void resume()} />}
        <ToolButton label={t('stop', { name: file.name })} icon={<StopOutlined />} onClick={() => void cancel()} />
      </Row>
    </Row>
  );
}
