import { type Binding, type ChatApp, signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { askIdentityProof } from '../ask-identity-proof.ts';
import styles from './linked-accounts.module.css';

/** The external accounts of the user: linked, and available. */
export function LinkedAccounts({ close }: { close: () => void }): ReactNode {
  const t = useText('identity.providers');
  const [open, setOpen] = useState(true);
  const bindings = useCall(signInProviders.bindings, {});
  return (
    <Modal open={open} title={t('linkedAccounts')} width={440} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      <p className={styles.hint}>{t('linkedHint')}</p>
      {bindings.data?.list.length === 0 && <Empty title={t('noApps')} />}
      <ul className={styles.list}>
        {bindings.data?.list.map((boundApp) => (
          <LinkedAccount key={boundApp.app} binding={boundApp} />
        ))}
      </ul>
    </Modal>
  );
}

function LinkedAccount({ binding }: { binding: Binding }): ReactNode {
  const t = useText('identity.providers');
  const [asking, setAsking] = useState(false);
  const unbind = useCallMutation(signInProviders.unbind, { refresh: [signInProviders.bindings] });
  const leave = async (app: ChatApp, password: string): Promise<void> =>
    location.assign((await call(signInProviders.beginBind, { app, password })).url);
  const begin = async (): Promise<void> => {
    setAsking(true);
    const title = t('bindAt', { name: binding.name });
    await askIdentityProof({ title, ok: t('bind'), save: (password) => leave(binding.app, password) })
      .catch(() => undefined)
      .finally(() => setAsking(false));
  };
  return (
    <li className={styles.account}>
      <span className={styles.what}>
        <strong>{binding.name}</strong>
        <span className={styles.who}>
          {binding.bound ? t('boundAs', { name: binding.nickname || binding.name }) : t('notBound')}
          {binding.boundAt && (
            <>
              {' · '}
              <RelativeTime iso={binding.boundAt} />
            </>
          )}
        </span>
      </span>
      {binding.bound ? (
        <Button danger loading={unbind.isPending} onClick={() => void unbind.mutateAsync({ app: binding.app }).catch(() => undefined)}>
          {t('unbind')}
        </Button>
      ) : (
        <Button loading={asking} onClick={() => void begin()}>
          {t('bind')}
        </Button>
      )}
    </li>
  );
}
