import { type Binding, type ChatApp, doors } from '@dossier/contract/doors';
import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import styles from './linked-accounts.module.css';

/** The accounts elsewhere that sign this person in: bound, and what may be bound. */
export function LinkedAccounts({ close }: { close: () => void }): ReactNode {
  const t = useText('doors');
  const [open, setOpen] = useState(true);
  const bindings = useCall(doors.bindings, {});
  return (
    <Modal open={open} title={t('linkedAccounts')} width={440} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      <p className={styles.hint}>{t('linkedHint')}</p>
      {bindings.data?.list.length === 0 && <Empty title={t('noApps')} />}
      <ul className={styles.list}>
        {bindings.data?.list.map((one) => (
          <Account key={one.app} binding={one} />
        ))}
      </ul>
    </Modal>
  );
}

function Account({ binding }: { binding: Binding }): ReactNode {
  const t = useText('doors');
  const begin = useSend(doors.beginBind);
  const unbind = useSend(doors.unbind, { refresh: [doors.bindings] });
  const leave = async (app: ChatApp): Promise<void> => location.assign((await begin.mutateAsync({ app })).url);
  return (
    <li className={styles.account}>
      <span className={styles.what}>
        <strong>{binding.name}</strong>
        <span className={styles.who}>
          {binding.bound ? t('boundAs', { name: binding.nickname || binding.name }) : t('notBound')}
          {binding.boundAt && (
            <>
              {' · '}
              <Time iso={binding.boundAt} />
            </>
          )}
        </span>
      </span>
      {binding.bound ? (
        <Button danger loading={unbind.isPending} onClick={() => void unbind.mutateAsync({ app: binding.app }).catch(() => undefined)}>
          {t('unbind')}
        </Button>
      ) : (
        <Button loading={begin.isPending} onClick={() => void leave(binding.app).catch(() => undefined)}>
          {t('bind')}
        </Button>
      )}
    </li>
  );
}
