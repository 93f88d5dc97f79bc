import { DeleteOutlined, DownloadOutlined, PaperClipOutlined, PlusOutlined, RedoOutlined, StopOutlined } from '@ant-design/icons';
import { attachments, maxAttachments } from '@dossier/contract/documents/attachments';
import { type Item, library } from '@dossier/contract/documents/library';
import { Button, Progress, Skeleton } from 'antd';
import { type DragEvent, type ReactNode, use, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../../platform/item-actions.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { LinkButton } from '../../../platform/ui/native-controls.tsx';
import { ThumbnailHoverArea } from '../../../platform/ui/thumbnails.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { can, refreshLists } from '../areas.ts';
import styles from '../details.module.css';
import { downloadDocument } from '../download-document.ts';
import { type UploadEntry, droppedFiles, useUploads } from '../upload-entries.ts';

const uploads = () => import('../upload-queue.ts');

/** The attachments of a document: looked at, downloaded, deleted, and added by a button or by dropping files. */
export function AttachmentsTab({ item }: { item: Item }): ReactNode {
  const t = useText('documents.attachments');
  const found = useCall(attachments.list, { objId: item.id, pageSize: maxAttachments });
  const entries = useUploads((all) => all.entries);
  const coming = entries.filter((entry) => entry.isAttachment === true && entry.parentId === item.id && entry.state !== 'done');
  const late = useDelayed(found.isLoading);
  if (found.error) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return late ? <Skeleton active paragraph={{ rows: 3 }} title={false} /> : null;
  const { list, mayChange } = found.data;
  const isChangeable = mayChange && can(item.rights, 'modify');
  const add = <AddButton item={item} />;
  return (
    <DropArea item={item} isOpen={isChangeable}>
      {list.length === 0 && coming.length === 0 && (
        <Empty
          small
          icon={<PaperClipOutlined />}
          title={t('none')}
          hint={t(isChangeable ? 'noneHint' : 'noneReadOnly')}
          {...(isChangeable && { action: add })}
        />
      )}
      {list.length > 0 && (
        <DividedList as="ul" aria-label={t('attachments')}>
          {list.map((attachment) => (
            <AttachmentRow key={attachment.id} attachment={attachment} all={list} isChangeable={isChangeable} />
          ))}
        </DividedList>
      )}
      {coming.length > 0 && (
        <DividedList as="ul" aria-label={t('coming')}>
          {coming.map((entry) => (
            <ComingRow key={entry.id} entry={entry} />
          ))}
        </DividedList>
      )}
      {isChangeable && (list.length > 0 || coming.length > 0) && <Row>{add}</Row>}
    </DropArea>
  );
}

function AddButton({ item }: { item: Item }): ReactNode {
  const t = useText('documents.attachments');
  const pick = async (): Promise<void> => (await uploads()).pickFiles('attachments', item);
  return (
    <Button size="small" icon={<PlusOutlined />} onClick={() => void pick()}>
      {t('add')}
    </Button>
  );
}

/** Takes dropped files, where the caller may add attachments; the page around it leaves them alone. */
function DropArea({ item, isOpen, children }: { item: Item; isOpen: boolean; children: ReactNode }): ReactNode {
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
    void Promise.all([uploads(), files]).then(([{ startAttaching }, dropped]) => startAttaching(dropped, item));
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

interface AttachmentRowProps {
  attachment: Item;
  all: Item[];
  isChangeable: boolean;
}

function AttachmentRow({ attachment, all, isChangeable }: AttachmentRowProps): ReactNode {
  const t = useText('documents.attachments');
  const go = useNavigate();
  const { view } = use(ItemExtensionsContext);
  const { id, name, ext, size = 0 } = attachment;
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: t('deleteTitle', { name }), text: t('deleteText'), ok: t('deleteIt'), danger: true }))) return;
    await call(attachments.delete, { id });
    await refreshLists();
    const restore = (): void => void call(library.restore, { objIds: [id] }).then(refreshLists, () => undefined);
    notice.undo(t('deleted', { name }), { label: t('undo'), about: [id], run: restore });
  };
  return (
    <Row as="li" gap={2} justify="between" className={styles.attachment}>
      <ThumbnailHoverArea item={attachment}>
        <FileIcon objType={attachment.objType} ext={ext} />
      </ThumbnailHoverArea>
      <Stack grow>
        <LinkButton aria-label={t('open', { name })} onClick={() => void view(attachment, { go, siblings: all })}>
          {name}
        </LinkButton>
        <Text size="xs" tone="muted" numeric>
          <FileSize bytes={size} /> · {attachment.creatorName} · <RelativeTime iso={attachment.createTime} />
        </Text>
      </Stack>
      <Row rigid>
        {can(attachment.rights, 'download') && (
          <ToolButton label={t('download', { name })} icon={<DownloadOutlined />} onClick={() => void downloadDocument({ id })} />
        )}
        {isChangeable && (
          // A refusal has been shown by `call` already.
          <ToolButton label={t('delete', { name })} icon={<DeleteOutlined />} onClick={() => void remove().catch(() => undefined)} />
        )}
      </Row>
    </Row>
  );
}

/** A file on its way, or one that was refused, with the reason. */
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
