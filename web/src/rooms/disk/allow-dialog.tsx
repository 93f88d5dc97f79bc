import { disk } from '@dossier/contract/disk';
import { Form, Radio } from 'antd';
import type { ReactNode } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import { PersonSelect } from '../people/person-select.tsx';

interface Values {
  userIds: string[];
  allowed: boolean;
}

/** Lets people use the sync disk, or not, whatever the site says for everybody. */
export function AllowDialog({ close }: { close: () => void }): ReactNode {
  const t = useText('disk');
  const allow = useSend(disk.allow, { refresh: [disk.devices] });
  const save = async ({ userIds, allowed }: Values): Promise<void> => {
    for (const userId of userIds) await allow.mutateAsync({ userId, allowed });
    notice.success(t('peopleSet'));
  };
  return (
    <AskDialog<Values> title={t('setPeople')} ok={t('save')} initial={{ userIds: [], allowed: true }} save={save} close={close}>
      <Form.Item name="userIds" label={t('people')} rules={[{ required: true, message: t('peopleNeeded') }]}>
        <PersonSelect />
      </Form.Item>
      <Form.Item name="allowed" label={t('syncDisk')}>
        <Radio.Group
          options={[
            { value: true, label: t('mayUse') },
            { value: false, label: t('mayNotUse') },
          ]}
        />
      </Form.Item>
    </AskDialog>
  );
}
