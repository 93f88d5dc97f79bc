import { Checkbox, Form } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { downloadCommentedPdf } from './pdf-download.ts';

interface DownloadTarget {
  id: string;
  name: string;
  currentRev: string | undefined;
}

function CommentedPdfDialog({ target, close }: { target: DownloadTarget; close: () => void }): ReactNode {
  const t = useText('preview.pdfComments');
  const save = async ({ resolved = false }: { resolved?: boolean }): Promise<void> => void downloadCommentedPdf(target, resolved);
  return (
    <FormDialog<{ resolved?: boolean }> title={t('commentsTitle')} ok={t('commentsOk')} save={save} close={close}>
      <Text as="p" spaced>
        {t('commentsText')}
      </Text>
      <Form.Item name="resolved" valuePropName="checked">
        <Checkbox>{t('withResolved')}</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}

/** Asks which comments go into the PDF, and downloads it. */
export const openCommentedPdf = (target: DownloadTarget): void =>
  openDialog((close) => <CommentedPdfDialog target={target} close={close} />);
