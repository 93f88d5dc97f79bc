import { type Renewal, acknowledgements, maxAskNoteLength, renewals } from '@dossier/contract/acknowledgements/acknowledgements';
import type { Item } from '@dossier/contract/documents/library';
import type { Principal } from '@dossier/contract/identity/users';
import { DatePicker, Form, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { call } from '../../platform/call.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { useText } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { useCall } from '../../platform/query.ts';
import { FormDialog } from '../../platform/ui/form-dialog.tsx';
import { Text } from '../../platform/ui/layout.tsx';
import { PrincipalsField, principalInput } from '../access/principals-field.tsx';
import { refreshAcknowledgements } from '../documents/acknowledgement-news.tsx';

interface Values {
  principals?: Principal[];
  due?: Dayjs | null;
  note?: string;
  renewal: Renewal;
}

function AskDialog({ item, close }: { item: Item; close: () => void }): ReactNode {
  const t = useText('acknowledgements');
  const open = useCall(acknowledgements.detail, { objId: item.id }).data?.request;
  const save = async ({ principals = [], due, note, renewal }: Values): Promise<void> => {
    const { asked, withoutRight } = await call(acknowledgements.create, {
      objId: item.id,
      principals: principalInput(principals),
      renewal,
      ...(note && { note }),
      ...(due && { dueTime: due.endOf('day').toISOString() }),
    });
    await refreshAcknowledgements(item.id);
    notice.success(t('askedOf', { count: asked }));
    if (withoutRight > 0) notice.info(t('withoutRight', { count: withoutRight }));
  };
  return (
    <FormDialog<Values> title={t('askTitle', { name: item.name })} ok={t('ask')} initial={{ renewal: 'never' }} save={save} close={close}>
      {open?.counts !== undefined && (
        <Text as="p" size="s" tone="muted" spaced>
          {t('endsOpen', { ...open.counts, label: open.revisionLabel })}
        </Text>
      )}
      <Form.Item
        name="principals"
        label={t('who')}
        extra={t('whoHint')}
        rules={[{ required: true, type: 'array', min: 1, message: t('whoNeeded') }]}
      >
        <PrincipalsField label={t('who')} />
      </Form.Item>
      <Form.Item name="due" label={t('due')}>
        <DatePicker style={{ width: '100%' }} placeholder={t('noDue')} disabledDate={(day) => day.isBefore(dayjs(), 'day')} />
      </Form.Item>
      <Form.Item name="note" label={t('note')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} maxLength={maxAskNoteLength} />
      </Form.Item>
      <Form.Item name="renewal" label={t('renewal')}>
        <Select options={renewals.map((value) => ({ value, label: t(`renewal_${value}`) }))} />
      </Form.Item>
    </FormDialog>
  );
}

/** Asks people to read the current version of a document and to acknowledge that. */
export const openAskDialog = (item: Item): void => openDialog((close) => <AskDialog item={item} close={close} />);
