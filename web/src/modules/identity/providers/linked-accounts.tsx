import { type Binding, type ChatApp, signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Text } from '../../../platform/ui/layout.tsx';
import { ActionLine } from '../../../platform/ui/page-parts.tsx';
import { askIdentityProof } from '../ask-identity-proof.ts';

/** The external accounts of the user: linked, and available. */
export function LinkedAccounts({ close }: { close: () => void }): ReactNode {
  const t = useText('identity.providers');
  const [open, setOpen] = useState(true);
  const bindings = useCall(signInProviders.bindings, {});
  return (
    <Modal open={open} title={t('linkedAccounts')} width={440} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      <Hint spaced>{t('linkedHint')}</Hint>
      {bindings.data?.list.length === 0 && <Empty title={t('noApps')} />}
      <DividedList>
        {bindings.data?.list.map((boundApp) => (
          <LinkedAccount key={boundApp.app} binding={boundApp} />
        ))}
      </DividedList>
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
    <ActionLine
      title={<Text strong>{binding.name}</Text>}
      details={[
        <>
          {binding.bound ? t('boundAs', { name: binding.nickname || binding.name }) : t('notBound')}
          {binding.boundAt && (
            <>
              {' · '}
              <RelativeTime iso={binding.boundAt} />
            </>
          )}
        </>,
      ]}
    >
      {binding.bound ? (
        <Button danger loading={unbind.isPending} onClick={() => void unbind.mutateAsync({ app: binding.app }).catch(() => undefined)}>
          {t('unbind')}
        </Button>
      ) : (
        <Button loading={asking} onClick={() => void begin()}>
          {t('bind')}
        </Button>
      )}
    </ActionLine>
  );
}
