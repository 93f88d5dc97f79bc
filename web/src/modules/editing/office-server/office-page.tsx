import { type ItemDetail, library } from '@dossier/contract/documents/library';
import { type OfficeToken, officeServer } from '@dossier/contract/editing/office-server';
import { Button } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { idParam, patternParam } from '../../../platform/page-query.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { CenteredCard, WaitingPage } from '../../../platform/ui/centered-card.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { usePageTitle } from '../../../platform/ui/hooks.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { placePath } from '../../documents/areas.ts';
import { viewerAddress, viewerOf } from '../../preview/viewer-address.ts';
import { listenTo, tell } from './office-messages.ts';
import styles from './office-page.module.css';

const OfficeQuery = { id: idParam, mode: patternParam(/^view$/) };

/** An office server that has not begun after this time does not answer. */
const patienceMs = 30_000;
const frameName = 'office-editor';

/** The policy of this page lets it frame the office server: one that was loaded for another address has to be loaded anew. */
function isLoadedElsewhere(): boolean {
  const [loaded] = performance.getEntriesByType?.('navigation') ?? [];
  // some browsers name the entry by a word instead of the address
  const path = URL.parse(loaded?.name ?? '')?.pathname;
  return path !== undefined && path !== window.location.pathname;
}

interface NoticeProps {
  title: string;
  children?: ReactNode;
  leave: () => void;
  again?: () => void;
}

/** Why no editor is shown. */
function Notice({ title, children, leave, again }: NoticeProps): ReactNode {
  const t = useText('editing.officeServer');
  return (
    <CenteredCard title={title}>
      {children}
      <Row gap={2}>
        {again && (
          <Button type="primary" onClick={again}>
            {t('tryAgain')}
          </Button>
        )}
        <Button onClick={leave}>{t('close')}</Button>
      </Row>
    </CenteredCard>
  );
}

type EditorState = 'waiting' | 'begun' | 'silent';

interface EditorProps {
  token: OfficeToken & { actionUrl: string };
  leave: () => void;
  again: () => void;
}

/** The editor in a frame, opened by a form: the token is in no address. */
function Editor({ token, leave, again }: EditorProps): ReactNode {
  const t = useText('editing.officeServer');
  const form = useRef<HTMLFormElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const posted = useRef(false);
  const [state, setState] = useState<EditorState>('waiting');
  const { origin } = new URL(token.actionUrl);
  useEffect(() => {
    const at = frame.current;
    if (at === null) return;
    return listenTo(at, origin, ({ id, values }) => {
      if (id === 'UI_Close') return leave();
      if (id !== 'App_LoadingStatus') return;
      setState('begun');
      // some editors tell more only to a page that says that it listens
      if (values['Status'] === 'Frame_Ready') tell(at, origin, 'Host_PostmessageReady');
    });
  }, [origin, leave]);
  useEffect(() => {
    form.current?.submit();
    posted.current = true;
    const timer = setTimeout(() => setState((before) => (before === 'waiting' ? 'silent' : before)), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  if (state === 'silent')
    return (
      <Notice title={t('noAnswer')} leave={leave} again={again}>
        <Text as="p">{t('noAnswerText')}</Text>
      </Notice>
    );
  return (
    <main className={styles.page} aria-busy={state === 'waiting'}>
      <form ref={form} action={token.actionUrl} method="post" target={frameName} hidden>
        <input type="hidden" name="access_token" value={token.accessToken} />
        <input type="hidden" name="access_token_ttl" value={String(token.accessTokenTtl)} />
      </form>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- another origin, which needs its storage and its scripts */}
      <iframe
        ref={frame}
        name={frameName}
        title={t('title')}
        className={styles.frame}
        // by its origin, as the frame is filled by a form and has no source
        allow={['clipboard-read', 'clipboard-write', 'fullscreen'].map((feature) => `${feature} ${origin}`).join('; ')}
        // the empty frame loads too, before the form is posted
        onLoad={() => posted.current && setState('begun')}
      />
    </main>
  );
}

/** The way back from a document to the folder that it lies in. */
function useLeave(id: string | undefined): { leave: () => void; document: ItemDetail | undefined } {
  const go = useNavigate();
  const { data } = useCall(library.documentDetail, { id: id ?? '' }, { enabled: id !== undefined });
  const address = data === undefined ? '/home' : placePath(data.moduleType, data.parentId, { select: data.id });
  const leave = useCallback(() => {
    // only a window that was opened by a page can be closed
    if (window.opener === null) go(address);
    else window.close();
  }, [go, address]);
  return { leave, document: data };
}

/** Goes on to our viewer in place of this page. */
function InOurViewer({ document: { id, ext = '' } }: { document: ItemDetail }): null {
  const go = useNavigate();
  useEffect(
    () => go(viewerAddress(viewerOf(ext) === 'sheet' ? 'sheet' : 'page', { id, ext }), undefined, { replace: true }),
    [go, id, ext],
  );
  return null;
}

/** Asks for a token, once for each opening. */
function useToken(id: string | undefined, mode: 'edit' | 'view') {
  const { mutate, data, error } = useCallMutation(officeServer.token, { quiet: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (id !== undefined) mutate({ id, mode });
  }, [id, mode, round, mutate]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { token: data, error, again };
}

/** A document in the office server of the site. */
export function OfficePage(): ReactNode {
  const t = useText('editing.officeServer');
  const { id, mode = 'edit' } = usePageQuery(OfficeQuery);
  const { leave, document } = useLeave(id);
  const { token, error, again } = useToken(id, mode === 'view' ? 'view' : 'edit');
  const isElsewhere = isLoadedElsewhere();
  usePageTitle(document?.name ?? t('title'));
  useEffect(() => {
    // without a document nothing is framed
    if (isElsewhere && id !== undefined) window.location.reload();
  }, [isElsewhere, id]);
  if (id === undefined) return <Notice title={t('noDocument')} leave={leave} />;
  if (error !== null)
    return (
      <Notice title={t('title')} leave={leave}>
        <ErrorBox error={error} retry={again} />
      </Notice>
    );
  const isShownHere = mode === 'view' && token !== undefined && token.actionUrl === undefined;
  if (isShownHere && document !== undefined) return <InOurViewer document={document} />;
  if (token === undefined || isElsewhere || isShownHere)
    return (
      <WaitingPage>
        <Spinner label={t('opening')} />
      </WaitingPage>
    );
  const { actionUrl } = token;
  if (actionUrl === undefined)
    return (
      <Notice title={t('noServer')} leave={leave} again={again}>
        <Text as="p">{t('noServerText')}</Text>
      </Notice>
    );
  return <Editor key={token.accessToken} token={{ ...token, actionUrl }} leave={leave} again={again} />;
}
