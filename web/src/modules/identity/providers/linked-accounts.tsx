import { account } from '@dossier/contract/identity/account';
import { type Binding, type ChatApp, signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { Alert, Avatar, Button, Modal } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { textParam } from '../../../platform/page-query.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { CenteredCard, WaitingPage } from '../../../platform/ui/centered-card.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Heading, Stack, Text } from '../../../platform/ui/layout.tsx';
import { askPassword } from '../identity-proof.tsx';
import { ActionLine } from '../../../platform/ui/page-parts.tsx';
import styles from './linked-accounts.module.css';

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
          <LinkedAccount key={boundApp.app} binding={boundApp} refresh={() => void bindings.refetch()} />
        ))}
      </DividedList>
    </Modal>
  );
}

function LinkedAccount({ binding, refresh }: { binding: Binding; refresh: () => void }): ReactNode {
  const t = useText('identity.providers');
  const [asking, setAsking] = useState(false);
  const unbind = useCallMutation(signInProviders.unbind, { refresh: [signInProviders.bindings] });
  const [codePage, setCodePage] = useState<string>();
  const leave = async (app: ChatApp, password: string): Promise<void> => {
    const { url } = await call(signInProviders.beginBind, { app, password });
    // the messaging app shows a QR code for the phone; the enterprise chat signs in by its own page
    if (app === 'messagingApp') setCodePage(url);
    else location.assign(url);
  };
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
          {binding.headimgurl !== undefined && <Avatar src={binding.headimgurl} size="small" alt="" />}{' '}
          {binding.bound ? t('boundAs', { name: binding.nickname || binding.name }) : t('notBound')}
          {binding.sex !== undefined && ` · ${t(binding.sex === 1 ? 'sexMale' : 'sexFemale')}`}
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
      {codePage !== undefined && (
        <QrCodeDialog
          name={binding.name}
          url={codePage}
          close={() => setCodePage(undefined)}
          linked={() => {
            setCodePage(undefined);
            refresh();
          }}
        />
      )}
    </ActionLine>
  );
}

interface QrCodeDialogProps {
  name: string;
  /** Leads to the page of the app. */
  url: string;
  close: () => void;
  linked: () => void;
}

/** What the page that ends linking tells the page that shows it in a frame. */
const linkedMessage = 'dossier-account-linked';

/** The page of the messaging app with its QR code, until a phone has confirmed it; for apps that allow no frame there is a link. */
function QrCodeDialog({ name, url, close, linked }: QrCodeDialogProps): ReactNode {
  const t = useText('identity.providers');
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const hear = ({ data, origin, source }: MessageEvent): void => {
      if (origin === location.origin && source === frame.current?.contentWindow && data === linkedMessage) linked();
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [linked]);
  return (
    <Modal open title={t('bindAt', { name })} width={440} footer={null} onCancel={close}>
      <Stack gap={3} align="center">
        <Text as="p">{t('scanToLinkHint', { name })}</Text>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the page of the app needs its scripts and storage, ours at the end of it too */}
        <iframe ref={frame} className={styles.codePage} title={t('scanToLink', { name })} src={`${url}&frame=1`} />
        <a href={url}>{t('scanToLinkPage', { name })}</a>
      </Stack>
    </Modal>
  );
}

/** Asks for the user's password, or for a recent sign-in where the account has none. */
async function askIdentityProof(question: { title: string; ok: string; save: (password: string) => Promise<unknown> }): Promise<void> {
  askPassword({ ...question, detail: await call(account.detail, {}) });
}

const Query = { code: textParam, state: textParam };

/** Whether this page stands in the frame of the dialog that links an account. */
const isFramed = globalThis.parent !== globalThis.self;

type Outcome = { state: 'asking' | 'bound' } | { state: 'failed'; text: string };

/** /wechatbind: back from a chat app with an account to link. */
export function LinkAccountPage(): ReactNode {
  const t = useText('identity.providers');
  const go = useNavigate();
  const { code, state } = usePageQuery(Query);
  const [outcome, setOutcome] = useState<Outcome>({ state: 'asking' });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    call(signInProviders.bind, { code: code ?? '', state }, { quiet: true }).then(
      () => {
        if (isFramed) parent.postMessage(linkedMessage, location.origin);
        setOutcome({ state: 'bound' });
      },
      (error: unknown) => setOutcome({ state: 'failed', text: error instanceof CallError ? error.message : '' }),
    );
  });
  if (outcome.state === 'asking')
    return (
      <WaitingPage>
        <Heading level={1}>{t('bindTitle')}</Heading>
        <Text as="p" tone="muted" role="status">
          {t('binding')}
        </Text>
      </WaitingPage>
    );
  const failed = outcome.state === 'failed';
  return (
    <CenteredCard title={t('bindTitle')}>
      <Alert
        type={failed ? 'warning' : 'success'}
        showIcon
        title={failed ? t('bindFailed') : t('bindDone')}
        description={failed && outcome.text !== t('bindFailed') ? outcome.text : undefined}
      />
      {!isFramed && (
        <Button type="primary" block onClick={() => go('/', undefined, { replace: true })}>
          {t('toDocuments')}
        </Button>
      )}
    </CenteredCard>
  );
}
