import { DeleteOutlined, DownloadOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import { type Attachment, attachments, maxFlowAttachments } from '@dossier/contract/documents/attachments';
import type { ReactNode } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { invalidateRoutes, useCall } from '../../../platform/query.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { DividedList, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Section } from '../../../platform/ui/page-parts.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import {
  AddAttachments,
  AttachmentDrop,
  type AttachmentHolder,
  ComingAttachments,
  useComingAttachments,
} from '../../documents/attachment-parts.tsx';
import styles from '../flows.module.css';

interface FlowAttachmentsProps {
  /** Undefined while a new flow is not kept. */
  flowId: string | undefined;
  title: string;
  /** Keeps a new flow, so that it can get attachments; answers its id. */
  keep?: () => Promise<string>;
}

/** The attachments of a flow, for those who take part in it: opened, downloaded, and added and taken out while it has not ended. */
export function FlowAttachments({ flowId, title, keep }: FlowAttachmentsProps): ReactNode {
  const t = useText('documents.attachments');
  const w = useText('workflows');
  const found = useCall(attachments.list, { flowId: flowId ?? '', pageSize: maxFlowAttachments }, { enabled: flowId !== undefined });
  const coming = useComingAttachments(flowId);
  const { list = [], mayChange = false } = found.data ?? {};
  const isOpen = flowId === undefined ? keep !== undefined : mayChange;
  // who sees the flow by a permission alone learns nothing of its attachments
  if (found.error?.code === codes.flowMissing.code || (!isOpen && found.error === null && list.length === 0)) return null;
  const known = { name: title, isFlow: true };
  const holder = async (): Promise<AttachmentHolder> => ({ ...known, id: flowId ?? (await keep?.()) ?? '' });
  return (
    <Section title={t('attachments')}>
      {found.error !== null && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      <AttachmentDrop holder={holder} isOpen={isOpen}>
        {list.length > 0 && (
          <DividedList as="ul" aria-label={t('attachments')} className={styles.measure}>
            {list.map((one) => (
              <AttachmentRow key={one.id} attachment={one} />
            ))}
          </DividedList>
        )}
        <ComingAttachments entries={coming} />
        {isOpen && (
          <Stack gap={1}>
            <Row>
              <AddAttachments holder={holder} />
            </Row>
            <Text size="s" tone="muted">
              {flowId === undefined ? w('attachmentsKeepHint') : w('attachmentsHint')}
            </Text>
          </Stack>
        )}
      </AttachmentDrop>
    </Section>
  );
}

/** The viewer address of an attachment, which is had by its revision. */
function viewerOf({ id, revision = '', ext = '' }: Attachment): string {
  const window = extensions.sheet.has(ext) ? '/flowPreviewExcel' : '/flowPreviewPdf';
  return `${window}?id=${id}&currentRev=${revision}`;
}

function AttachmentRow({ attachment }: { attachment: Attachment }): ReactNode {
  const t = useText('documents.attachments');
  const w = useText('workflows');
  const { id, name, ext, size = 0 } = attachment;
  const download = async (): Promise<void> => {
    const { downloadUrl, fileName } = await call(attachments.download, { id });
    saveFile(downloadUrl, fileName);
  };
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: t('deleteTitle', { name }), text: w('attachmentDeleteText'), ok: t('deleteIt'), danger: true }))) return;
    await call(attachments.delete, { id });
    await invalidateRoutes(attachments.list);
  };
  // A refusal has been shown by `call` already.
  const run = (work: () => Promise<void>) => (): void => void work().catch(() => undefined);
  return (
    <Row as="li" gap={2} justify="between" className={styles.attachment}>
      <FileIcon objType={attachment.objType} ext={ext} />
      <Stack grow>
        <AppLink to={viewerOf(attachment)} title={name}>
          {name}
        </AppLink>
        <Text size="xs" tone="muted" numeric>
          <FileSize bytes={size} /> · {attachment.creatorName} · <RelativeTime iso={attachment.createTime} />
        </Text>
      </Stack>
      <Row rigid>
        <ToolButton label={t('download', { name })} icon={<DownloadOutlined />} onClick={run(download)} />
        {attachment.mayDelete === true && <ToolButton label={t('delete', { name })} icon={<DeleteOutlined />} onClick={run(remove)} />}
      </Row>
    </Row>
  );
}
