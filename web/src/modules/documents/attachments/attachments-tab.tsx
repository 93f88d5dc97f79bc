import { DeleteOutlined, DownloadOutlined, PaperClipOutlined } from '@ant-design/icons';
import { attachments, maxAttachments } from '@dossier/contract/documents/attachments';
import { type Item, library } from '@dossier/contract/documents/library';
import { Skeleton } from 'antd';
import { type ReactNode, use } from 'react';
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
import { can, mayRevise, refreshLists } from '../areas.ts';
import styles from '../details.module.css';
import { AddAttachments, AttachmentDrop, ComingAttachments, useComingAttachments } from '../attachment-parts.tsx';
import { downloadDocument } from '../download-document.ts';

/** The attachments of a document: looked at, downloaded, deleted, and added by a button or by dropping files. */
export function AttachmentsTab({ item }: { item: Item }): ReactNode {
  const t = useText('documents.attachments');
  const found = useCall(attachments.list, { objId: item.id, pageSize: maxAttachments });
  const coming = useComingAttachments(item.id);
  const late = useDelayed(found.isLoading);
  if (found.error) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return late ? <Skeleton active paragraph={{ rows: 3 }} title={false} /> : null;
  const { list, mayChange } = found.data;
  const isChangeable = mayChange && mayRevise(item);
  const holder = { id: item.id, name: item.name };
  const add = <AddAttachments holder={holder} />;
  return (
    <AttachmentDrop holder={holder} isOpen={isChangeable}>
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
      <ComingAttachments entries={coming} />
      {isChangeable && (list.length > 0 || coming.length > 0) && <Row>{add}</Row>}
    </AttachmentDrop>
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
