import { longestNote } from '@dossier/contract/documents/content';
import { Checkbox, Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { DocumentSelect } from '../compare/compare-with-dialog.tsx';
import type { View } from '../view-request.ts';

/** What the form of a new version says. */
export interface VersionTerms {
  note?: string;
  deleteOlder?: boolean;
}

interface SaveVersionProps {
  title: string;
  text?: string;
  ok: string;
  /** Offers to delete the older versions. */
  mayDeleteOlder?: boolean;
  save: (terms: VersionTerms) => Promise<unknown>;
}

function SaveVersionDialog({ title, text, ok, mayDeleteOlder, save, close }: SaveVersionProps & { close: () => void }): ReactNode {
  const t = useText('preview.changes');
  return (
    <FormDialog<VersionTerms> title={title} ok={ok} save={save} close={close}>
      {text !== undefined && (
        <Text as="p" spaced>
          {text}
        </Text>
      )}
      <Form.Item name="note" label={t('note')}>
        <Input.TextArea rows={2} maxLength={longestNote} />
      </Form.Item>
      {mayDeleteOlder && (
        <Form.Item name="deleteOlder" valuePropName="checked" help={t('deleteOlderHint')}>
          <Checkbox>{t('deleteOlder')}</Checkbox>
        </Form.Item>
      )}
    </FormDialog>
  );
}

/** Asks for the note of a new version, and saves it. */
export const openSaveVersion = (terms: SaveVersionProps): void => openDialog((close) => <SaveVersionDialog {...terms} close={close} />);

interface JoinProps {
  view: View;
  join: (id: string) => Promise<unknown>;
  close: () => void;
}

function JoinDialog({ view, join, close }: JoinProps): ReactNode {
  const t = useText('preview.changes');
  const [id, choose] = useState<string>();
  const item = { id: view.id, ext: view.ext, name: view.name } as Parameters<typeof DocumentSelect>[0]['item'];
  return (
    <FormDialog title={t('insertPages')} ok={t('insert')} save={async () => (id === undefined ? false : join(id))} close={close}>
      <Text as="p" spaced>
        {t('insertText')}
      </Text>
      <DocumentSelect item={item} siblings={[]} value={id} choose={choose} />
    </FormDialog>
  );
}

/** Asks for the PDF whose pages are inserted. */
export const openJoin = (view: View, join: (id: string) => Promise<unknown>): void =>
  openDialog((close) => <JoinDialog view={view} join={join} close={close} />);
