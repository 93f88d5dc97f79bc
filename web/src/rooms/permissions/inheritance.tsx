import { permissions } from '@dossier/contract/permissions';
import { Button, Modal, Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { refreshRights } from './grant-deeds.ts';
import styles from './rights.module.css';

/** Whether rights come from above; switching it off asks what becomes of those that did. */
export function Inheritance({ objId, inherit, count }: { objId: string; inherit: boolean; count: number }): ReactNode {
  const t = useText('permissions');
  const [asking, setAsking] = useState(false);
  const send = useSend(permissions.inherit, { onDone: () => void refreshRights() });
  const set = (on: boolean, keep: boolean) => {
    setAsking(false);
    void send.mutateAsync({ objId, inherit: on, keep }).catch(() => undefined);
  };
  return (
    <>
      <div className={styles.inherit}>
        <h2>{t('inherited')}</h2>
        <label>
          <Switch
            size="small"
            checked={inherit}
            loading={send.isPending}
            onChange={(on) => (on || count === 0 ? set(on, false) : setAsking(true))}
          />
          {t('inherit')}
        </label>
      </div>
      {!inherit && <p className={styles.quiet}>{t('notInherited')}</p>}
      {inherit && count === 0 && <p className={styles.quiet}>{t('nothingInherited')}</p>}
      <Modal
        open={asking}
        width={480}
        title={t('stopInherit')}
        onCancel={() => setAsking(false)}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{t('cancel')}</Button>
            <Button danger onClick={() => set(false, false)}>
              {t('clearThem')}
            </Button>
            <Button type="primary" autoFocus onClick={() => set(false, true)}>
              {t('keepThem')}
            </Button>
          </>
        }
      >
        {t('stopInheritText', { n: count })}
      </Modal>
    </>
  );
}
