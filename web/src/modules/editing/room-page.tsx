import { EyeOutlined, SaveOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { type ComponentType, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { usePageTitle } from '../../platform/ui/hooks.ts';
import { ToolButton } from '../../platform/ui/tool-button.tsx';
import { viewerAddress, viewerOf } from '../preview/viewer-address.ts';
import { NoticeLine, TextButton } from '../preview/viewer-parts.tsx';
import { EditorFrame, type EditorProps, Opening, type OpenRoom, People, Status, VisitorHostContext } from './editor-parts.tsx';
import { useOfficePage, ViewedOnly } from './office-offer.tsx';
import { RefusedPage } from './refused-page.tsx';
import type { Writing } from './release-line.tsx';
import type { Room, RoomState } from './rooms/room.ts';
import { useSignedOutLine, useUnkeptWork } from './signed-out.tsx';

/** What the editor of a document that several people edit is given. */
export interface OpenRoomProps<R extends Room<RoomState>> {
  room: R;
  state: StateOf<R>;
  isAlone: boolean;
  again: () => void;
}

/** What is known of a room of a kind. */
export type StateOf<R extends Room<RoomState>> = ReturnType<R['state']['getState']>;

interface OpenedRoomProps<R extends Room<RoomState>> extends EditorProps {
  /** The extension of such documents. */
  ext: string;
  make: (id: string, openRoom: OpenRoom | undefined) => R;
  /** Whether there is something to be shown. */
  isReady: (state: StateOf<R>) => boolean;
  /** Goes on from the last version, where what came since cannot be written. */
  discard?: (room: R) => void;
  /** Whether the office server is offered where this editor cannot open a document. */
  offersOffice?: boolean;
  Open: ComponentType<OpenRoomProps<R>>;
}

const viewerFor = (ext: string): 'sheet' | 'page' => (viewerOf(ext) === 'sheet' ? 'sheet' : 'page');

/** The room of a document, as long as its page is shown. */
export function OpenedRoom<R extends Room<RoomState>>(props: OpenedRoomProps<R>): ReactNode {
  const { id, isAlone, again, ext, make, isReady, discard, offersOffice = false, Open } = props;
  const t = useText('editing.editor');
  const go = useNavigate();
  const host = use(VisitorHostContext);
  const [room] = useState(() => make(id, host?.openRoom));
  const state = useStore(room.state) as StateOf<R>;
  const { phase, name } = state;
  useUnkeptWork(room);
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
  const isViewOnly = phase === 'viewOnly';
  const reason = isViewOnly ? state.refusal?.message : undefined;
  const officePage = useOfficePage(id, isViewOnly && offersOffice);
  const view = useCallback(() => {
    if (host) host.view();
    else go(viewerAddress(viewerFor(ext), { id }), undefined, { replace: true });
  }, [go, host, id, ext]);
  useEffect(() => {
    if (isViewOnly && reason === undefined && (!offersOffice || officePage === '')) view();
  }, [isViewOnly, reason, offersOffice, officePage, view]);
  if (phase !== 'refused' && isReady(state)) return <Open room={room} state={state} isAlone={isAlone} again={again} />;
  if (phase === 'refused')
    return (
      <RefusedPage
        id={id}
        ext={ext}
        isAlone={isAlone}
        refusal={state.refusal}
        again={again}
        {...(discard && !host && { discard: () => discard(room) })}
      />
    );
  return (
    <EditorFrame title={name || t('edit')} ext={ext} isAlone={isAlone}>
      {isViewOnly && (officePage || reason !== undefined) ? (
        <ViewedOnly officePage={officePage} reason={reason} view={view} />
      ) : (
        <Opening />
      )}
    </EditorFrame>
  );
}

/** Whether what is written in a room is taken, or will be. */
export const isWritable = ({ phase, readOnly, isRefused }: RoomState): boolean =>
  (phase === 'open' || phase === 'offline') && readOnly === undefined && isRefused !== true;

/** A version that a room was asked for is waited for this long, in milliseconds. */
const versionWithinMs = 10_000;

/** Asks a room for a version, and waits for it; answers whether all that was written is in one. */
async function saveRoom(room: Room<RoomState>, save: () => void): Promise<boolean> {
  const { savedAt: before } = room.state.getState();
  const isAnswered = ({ savedAt, saveTrouble, unkept }: RoomState): boolean => saveTrouble !== undefined || (savedAt !== before && !unkept);
  await new Promise<void>((resolve) => {
    const end = (): void => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = room.state.subscribe((state) => isAnswered(state) && end());
    const timer = setTimeout(end, versionWithinMs);
    save();
  });
  const { unkept, saveTrouble } = room.state.getState();
  return !unkept && saveTrouble === undefined;
}

/** What is told of a room to whom others wait for; undefined while it is not written. */
export function writingIn(room: Room<RoomState>, state: RoomState, save = () => room.save()): { writing?: Writing } {
  const isShared = new Set(state.people.map((person) => person.personId)).size > 1;
  return state.phase === 'open' ? { writing: { id: room.id, save: () => saveRoom(room, save), isShared } } : {};
}

interface RoomBarEndProps {
  room: Room<RoomState>;
  state: RoomState;
  isAlone: boolean;
  save?: () => void;
}

/** The end of the bar: whether what is written is safe, who is there, and the ways on. */
export function RoomBarEnd({ room, state, isAlone, save = () => room.save() }: RoomBarEndProps): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const host = use(VisitorHostContext);
  const { phase, people, own, ext } = state;
  const [isLeaving, setLeaving] = useState(false);
  const viewAsUser = (): void => go(viewerAddress(viewerFor(ext), { id: room.id, ext }), undefined, { replace: true });
  const view = async (): Promise<void> => {
    setLeaving(true);
    if (await room.saveBeforeView(save)) (host?.view ?? viewAsUser)();
    else setLeaving(false);
  };
  return (
    <>
      <Status state={state} />
      <People people={people} own={own} isLost={phase === 'offline'} />
      <ToolButton label={t('saveVersion')} icon={<SaveOutlined />} hotkey="mod+s" disabled={phase !== 'open'} onClick={save} />
      {!isAlone && <ToolButton label={t('view')} icon={<EyeOutlined />} disabled={isLeaving} onClick={() => void view()} />}
    </>
  );
}

interface RoomTroubleProps {
  state: RoomState;
  again: () => void;
  /** The page of the editor. */
  page: '/edit' | '/editDrawing' | '/editSheet' | '/editSlides';
  /** What is said where nobody wrote for long. */
  rested?: 'rested' | 'restedFile';
  /** What is said of what the server does not have. */
  lost?: 'notKept' | 'notKeptDrawing';
  /** Offers what was written where the server does not have it. */
  children: ReactNode;
  /** Tries again to save a version. */
  save?: () => void;
  /** Goes on from the last version, where what came since cannot be written; and what is offered of that. */
  discard?: { run: () => void; rescue: ReactNode };
  /** What is said where nothing is unusual. */
  otherwise?: ReactNode;
}

/** The line above the document that says what is unusual. */
export function RoomTrouble(props: RoomTroubleProps): ReactNode {
  const { state, again, children, lost = 'notKept', otherwise = null } = props;
  const t = useText('editing.editor');
  const { phase, readOnly, failing, unkept, saveTrouble } = state;
  const own = unkept && (
    <>
      <span>{t(lost)}</span>
      {children}
    </>
  );
  // what was written waits for its writer: it is not lost
  const signedOut = useSignedOutLine(unkept && children);
  if (signedOut !== undefined) return signedOut;
  if (state.isDiscarded)
    return (
      <NoticeLine role="alert">
        <span>{t('discarded')}</span>
        <TextButton onClick={again}>{t('goOn')}</TextButton>
      </NoticeLine>
    );
  if (phase === 'closed') return <Closed {...props} own={own} />;
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
  if (saveTrouble !== undefined) return <SaveFailed {...props} saveTrouble={saveTrouble} />;
  return otherwise;
}

/** The session is over. */
function Closed({ state: { closed }, again, page, rested = 'restedFile', own }: RoomTroubleProps & { own: ReactNode }): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const isVisitor = use(VisitorHostContext) !== undefined;
  const { reason, copy } = closed ?? { reason: 'revised' };
  return (
    <NoticeLine role="alert">
      <span>{t(reason === 'rest' ? rested : 'revised')}</span>
      {isVisitor && reason === 'revised' && <span>{t('keptForVisitor')}</span>}
      {copy && <span>{t('keptAs', { name: copy.name })}</span>}
      {own}
      <TextButton onClick={again}>{t(reason === 'rest' ? 'goOn' : 'openNew')}</TextButton>
      {copy && <TextButton onClick={() => go(page, { id: copy.id })}>{t('openCopy')}</TextButton>}
    </NoticeLine>
  );
}

/** The last try to save a version failed; what cannot be written is given up by users alone. */
function SaveFailed({
  saveTrouble: { code, message },
  save,
  discard,
}: Pick<RoomTroubleProps, 'save' | 'discard'> & { saveTrouble: NonNullable<RoomState['saveTrouble']> }): ReactNode {
  const t = useText('editing.editor');
  const isVisitor = use(VisitorHostContext) !== undefined;
  const isDamaged = code === codes.editDamaged.code;
  return (
    <NoticeLine role="alert">
      <span>{t('saveFailed', { reason: message })}</span>
      <span>{t('keptWithout')}</span>
      {isDamaged && discard?.rescue}
      {isDamaged && discard && !isVisitor && <TextButton onClick={discard.run}>{t('discard')}</TextButton>}
      {save && <TextButton onClick={save}>{t('tryAgain')}</TextButton>}
    </NoticeLine>
  );
}
