import { archives } from '@dossier/contract/documents/content';
import { Button, Checkbox, Form, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Text } from '../../../platform/ui/layout.tsx';

interface DialogProps {
  count: number;
  answer: (withAttachments: boolean | undefined) => void;
  close: () => void;
}

function AttachmentsDialog({ count, answer, close }: DialogProps): ReactNode {
  const t = useText('documents.archives');
  const [open, setOpen] = useState(true);
  const respond = (choice: boolean | undefined): void => {
    answer(choice);
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      width={460}
      title={t('zipAttachments')}
      onCancel={() => respond(undefined)}
      afterClose={close}
      footer={
        <>
          <Button onClick={() => respond(undefined)}>{t('cancel')}</Button>
          <Button onClick={() => respond(false)}>{t('withoutAttachments')}</Button>
          <Button type="primary" autoFocus onClick={() => respond(true)}>
            {t('withAttachments')}
          </Button>
        </>
      }
    >
      <p>{t('zipAttachmentsText', { count })}</p>
    </Modal>
  );
}

/** Asks whether so many attachments go into a zip; undefined cancels. */
export const askZipAttachments = (count: number): Promise<boolean | undefined> =>
  new Promise((answer) => openDialog((close) => <AttachmentsDialog count={count} answer={answer} close={close} />));

interface BackgroundZip {
  ids: string[];
  /** Whether attachments go into it; undefined where that is asked. */
  attachments: boolean | undefined;
}

async function makeInBackground(ids: string[], attachments: boolean): Promise<void> {
  await call(archives.compress, { id: ids, ...(attachments && { attachments }) });
  notice.success(textOf('documents.archives')('compressStarted'));
}

function BackgroundZipDialog({ ids, close }: { ids: string[]; close: () => void }): ReactNode {
  const t = useText('documents.archives');
  const save = ({ attachments = false }: { attachments?: boolean }): Promise<void> => makeInBackground(ids, attachments);
  return (
    <FormDialog<{ attachments?: boolean }> title={t('hint')} ok={t('compressYes')} save={save} close={close}>
      <Text as="p" spaced>
        {t('compressQuestion')}
      </Text>
      <Form.Item name="attachments" valuePropName="checked">
        <Checkbox>{t('compressAttachments')}</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}

/** Offers to make a zip in the background; a message tells the result. */
export async function offerBackgroundZip({ ids, attachments }: BackgroundZip): Promise<void> {
  if (attachments === undefined) return openDialog((close) => <BackgroundZipDialog ids={ids} close={close} />);
  const t = textOf('documents.archives');
  if (await confirm({ title: t('hint'), text: t('compressQuestion'), ok: t('compressYes') })) await makeInBackground(ids, attachments);
}
