import { type ComponentType, type ReactNode, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { usePageTitle } from '../../platform/ui/hooks.ts';
import { Spinner } from '../../platform/ui/spinner.tsx';
import { NoticeLine, TextButton, ViewerMain, Waiting } from '../preview/viewer-parts.tsx';
import { EditorFrame, type EditorProps, Refused, VisitorHostContext } from './editor-parts.tsx';
import { RoomConnection, type RoomState } from './text/room-connection.ts';

/** What the editor of a document that several people edit is given. */
export interface OpenRoomProps {
  room: RoomConnection;
  state: RoomState;
  isAlone: boolean;
  again: () => void;
}

/** The room of a document, as long as its page is shown. */
export function OpenedRoom({
  id,
  isAlone,
  again,
  ext = 'txt',
  Open,
}: EditorProps & { ext?: string; Open: ComponentType<OpenRoomProps> }): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const host = use(VisitorHostContext);
  const [room] = useState(() => new RoomConnection(id, host?.openRoom));
  const state = useStore(room.state);
  const { phase, name } = state;
  usePageTitle(name || t('edit'));
  useEffect(() => {
    void room.connect();
    const warn = (event: BeforeUnloadEvent): void => void (room.state.getState().unkept && event.preventDefault());
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
      room.stop();
    };
  }, [room]);
  useEffect(() => {
    if (phase !== 'viewOnly') return;
    if (host) host.view();
    else go('/docpreview', { id }, { replace: true });
  }, [phase, go, host, id]);
  if (phase === 'refused')
    return (
      <EditorFrame title={name || t('edit')} ext={ext} isAlone={isAlone}>
        <Refused id={id} refusal={state.refusal} again={again} />
      </EditorFrame>
    );
  if (name === '' || phase === 'connecting')
    return (
      <EditorFrame title={name || t('edit')} ext={ext} isAlone={isAlone}>
        <ViewerMain>
          <Waiting>
            <Spinner label={t('loading')} delay={300} />
          </Waiting>
        </ViewerMain>
      </EditorFrame>
    );
  return <Open room={room} state={state} isAlone={isAlone} again={again} />;
}

interface RoomTroubleProps {
  state: RoomState;
  again: () => void;
  /** The page of the editor. */
  page: '/edit' | '/editDrawing';
  /** What is said where nobody wrote for long. */
  rested: string;
  children: ReactNode;
}

/** The line above the document that says what is unusual; its children offer what was written where the server does not have it. */
export function RoomTrouble({ state, again, page, rested, children }: RoomTroubleProps): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const isVisitor = use(VisitorHostContext) !== undefined;
  const { phase, readOnly, closed, failing, unkept, saveTrouble } = state;
  const own = unkept && children;
  if (phase === 'closed')
    return (
      <NoticeLine role="alert">
        <span>{closed?.reason === 'rest' ? rested : t('revised')}</span>
        {isVisitor && closed?.reason === 'revised' && <span>{t('keptForVisitor')}</span>}
        {closed?.copy && <span>{t('keptAs', { name: closed.copy.name })}</span>}
        {own}
        <TextButton onClick={again}>{t(closed?.reason === 'rest' ? 'goOn' : 'openNew')}</TextButton>
        {closed?.copy && <TextButton onClick={() => go(page, { id: closed.copy?.id })}>{t('openCopy')}</TextButton>}
      </NoticeLine>
    );
  if (readOnly !== undefined)
    return (
      <NoticeLine role="alert">
        <span>{t('readOnly', { reason: readOnly.message })}</span>
        {own}
        <TextButton onClick={again}>{t('tryAgain')}</TextButton>
      </NoticeLine>
    );
  if (state.isRefused)
    return (
      <NoticeLine role="alert">
        <span>{t('refusedByRoom')}</span>
        {own}
        <TextButton onClick={again}>{t('openAgain')}</TextButton>
      </NoticeLine>
    );
  if (phase === 'offline') return <NoticeLine role="alert">{t('offline')}</NoticeLine>;
  if (failing) return <NoticeLine role="alert">{t('failing')}</NoticeLine>;
  if (saveTrouble !== undefined) return <NoticeLine role="alert">{t('saveFailed', { reason: saveTrouble })}</NoticeLine>;
  return null;
}
