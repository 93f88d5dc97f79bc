import type { Grantee } from '@dossier/contract/people';
import { flows } from '@dossier/contract/flows';
import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { GranteeSelect } from '../permissions/grantee-select.tsx';
import styles from './flows.module.css';
import form from './flow-form.module.css';
import { changed } from './refreshed.ts';

/** Asks who is to decide in the step that a flow waits in. */
export function openReplace(flow: { id: string; title: string }): void {
  openDialog((close) => <ReplaceDialog flow={flow} close={close} />);
}

function ReplaceDialog({ flow, close }: { flow: { id: string; title: string }; close: () => void }): ReactNode {
  const t = useText('flows');
  const [open, setOpen] = useState(true);
  const [person, setPerson] = useState<Grantee>();
  const replace = useSend(flows.replace, { refresh: changed });
  const save = async (): Promise<void> => {
    await replace.mutateAsync({ id: flow.id, userId: person?.id ?? '' });
    notice.success(t('replaced', { name: person?.name ?? '' }));
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('replaceTitle', { name: flow.title })}
      width={440}
      okText={t('replace')}
      confirmLoading={replace.isPending}
      okButtonProps={{ disabled: person === undefined }}
      onOk={() => void save().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <p className={styles.hint}>{t('replaceHint')}</p>
      <div className={form.pick}>
        <GranteeSelect autoFocus type="user" value={person} onChange={setPerson} label={t('whoDecides')} />
      </div>
    </Modal>
  );
}
