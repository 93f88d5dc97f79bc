import type { Editor } from '@docx-editor.dev/core';
import { EyeOutlined, SaveOutlined } from '@ant-design/icons';
import { type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { patternParam } from '../../../platform/page-query.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { useMedia, usePageTitle } from '../../../platform/ui/hooks.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { viewerAddress } from '../../preview/viewer-address.ts';
import { NoticeLine, TextButton } from '../../preview/viewer-parts.tsx';
import { EditorFrame, EditorPage, type EditorProps, Status, VisitorHostContext } from '../editor-parts.tsx';
import { RefusedPage } from '../refused-page.tsx';
import { useSignedOutLine, useUnkeptWork } from '../signed-out.tsx';
import { FindButton } from '../find-button.tsx';
import { FollowedWord } from './followed-word.tsx';
import { Opening, WordEditor, loadEditor } from './lazy-word-editor.tsx';
import { useWordComments } from './word-comments.tsx';
import { type WordCalls, callsOfUser } from './word-calls.ts';
import { WordSession, type WordState } from './word-session.ts';

/** A Word document that one person at a time edits. */
export const WordEditorPage = (): ReactNode => <EditorPage alone="/editWordOnly" ext="docx" Editor={WriteOrFollow} />;

const FollowQuery = { follow: patternParam(/^1$/) };

/** Writes in the document, or looks on while another person does, as the address says. */
function WriteOrFollow(props: EditorProps): ReactNode {
  const go = useNavigate();
  const { follow } = usePageQuery(FollowQuery);
  const { id, isAlone } = props;
  if (follow === undefined) return <OpenWord {...props} />;
  const leaveFor = (address: string): void => go(address, undefined, { replace: true });
  return (
    <FollowedWord
      id={id}
      isAlone={isAlone}
      again={() => leaveFor(`${location.pathname}?id=${id}`)}
      missed={() => leaveFor(viewerAddress('page', { id, ext: 'docx' }))}
    />
  );
}

/** A session, as long as its page is shown; with the calls of a user, or those of a visitor. */
export function OpenWord({ id, isAlone, again, calls }: EditorProps & { calls?: WordCalls }): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const host = use(VisitorHostContext);
  const [session] = useState(() => new WordSession(calls ?? callsOfUser(id)));
  const [isFollowing, setFollowing] = useState(false);
  const state = useStore(session.state);
  const { phase, name } = state;
  useUnkeptWork(session);
  usePageTitle(name || t('edit'));
  useEffect(() => {
    void loadEditor().catch(() => undefined);
    void session.open();
    const warn = (event: BeforeUnloadEvent): void => void (session.state.getState().unkept && event.preventDefault());
    const leave = (): void => session.leavePage();
    addEventListener('beforeunload', warn);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('beforeunload', warn);
      removeEventListener('pagehide', leave);
      session.stop();
    };
  }, [session]);
  useEffect(() => {
    if (phase !== 'viewOnly') return;
    notice.warning(t('notKeptByEditor'));
    if (host) host.view();
    else go('/docpreview', { id }, { replace: true });
  }, [phase, go, host, id, t]);
  if (isFollowing) return <FollowedWord id={id} isAlone={isAlone} again={again} />;
  if (phase === 'refused')
    return <RefusedPage id={id} ext="docx" isAlone={isAlone} refusal={state.refusal} again={again} follow={() => setFollowing(true)} />;
  if (state.bytes === undefined)
    return (
      <EditorFrame title={name || t('edit')} ext="docx" isAlone={isAlone}>
        <Opening />
      </EditorFrame>
    );
  return <WordWindow session={session} state={state} bytes={state.bytes} isAlone={isAlone} again={again} />;
}

interface WordWindowProps {
  session: WordSession;
  state: WordState;
  bytes: Uint8Array;
  isAlone: boolean;
  again: () => void;
}

/** Leaves for the viewer, once there is a version of what was written. */
function useViewing(session: WordSession, ext: string): { isLeaving: boolean; view: () => void } {
  const go = useNavigate();
  const host = use(VisitorHostContext);
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    if (!(await session.saveBeforeView())) return setLeaving(false);
    if (host) host.view();
    else go(viewerAddress('page', { id: session.id, ext }), undefined, { replace: true });
  };
  return { isLeaving, view: () => void leave() };
}

function WordWindow({ session, state, bytes, isAlone, again }: WordWindowProps): ReactNode {
  const t = useText('editing.editor');
  const { phase, name, ext, author, isTried, readOnly } = state;
  const [editor, setEditor] = useState<Editor>();
  const [finding, setFinding] = useState<number>();
  const isChecking = !isTried && readOnly === undefined && phase !== 'closed';
  const isTypedEarly = useTypedEarly(isChecking);
  const comments = useWordComments(session.calls, editor);
  const save = (): void => void session.save();
  useHotkeys({ 'mod+s': save });
  const { isLeaving, view } = useViewing(session, ext);
  return (
    <EditorFrame
      title={name}
      ext={ext}
      isAlone={isAlone}
      notice={<Trouble session={session} state={state} isTypedEarly={isTypedEarly} again={again} />}
      {...(phase !== 'closed' && {
        writing: { id: session.id, save: () => session.save(), isShared: false, changed: () => void session.keep() },
      })}
      end={
        <>
          {!isChecking && <Status state={state} />}
          <FindButton label={t('findReplace')} finding={finding} setFinding={setFinding} />
          {comments.button}
          <ToolButton
            label={t('saveVersion')}
            icon={<SaveOutlined />}
            hotkey="mod+s"
            disabled={phase !== 'open' || !isTried || readOnly !== undefined}
            onClick={save}
          />
          {!isAlone && <ToolButton label={t('view')} icon={<EyeOutlined />} disabled={isLeaving} onClick={view} />}
        </>
      }
    >
      <Suspense fallback={<Opening />}>
        <WordEditor
          bytes={bytes}
          author={author}
          readOnly={!isTried || readOnly !== undefined || phase === 'closed'}
          isChecking={isChecking}
          ready={(opened) => {
            setEditor(opened);
            void session.attach(() => opened.save());
          }}
          changed={() => session.changed()}
          save={save}
          label={t('word')}
          finding={finding}
          setFinding={setFinding}
        />
      </Suspense>
      {comments.pane}
    </EditorFrame>
  );
}

/** Whether somebody typed while a document is checked, which takes nothing yet. Fields, as that of the search, take what is typed. */
function useTypedEarly(isChecking: boolean): boolean {
  const [isTyped, setTyped] = useState(false);
  useEffect(() => {
    if (!isChecking) return;
    const note = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"], [role="menu"]')) return;
      const isText = !(event instanceof KeyboardEvent) || writes(event);
      if (isText) setTyped(true);
    };
    addEventListener('keydown', note);
    addEventListener('paste', note);
    return () => {
      removeEventListener('keydown', note);
      removeEventListener('paste', note);
    };
  }, [isChecking]);
  return isTyped;
}

/** Whether a key writes something; the space bar scrolls what is only read, and input methods take letters as `Process`. */
const writes = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && key !== ' ' && (key.length === 1 || key === 'Process');

/** What is said of a session that is over. */
const closedTexts = { revised: 'revised', taken: 'taken', rest: 'restedFile' } as const;

interface TroubleProps extends Pick<WordWindowProps, 'session' | 'state' | 'again'> {
  isTypedEarly: boolean;
}

/** The line above the document that says what is unusual, and offers what was written where no version has it. */
function Trouble({ session, state, isTypedEarly, again }: TroubleProps): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const isPhone = useMedia('phone');
  const isVisitor = use(VisitorHostContext) !== undefined;
  const { phase, readOnly, closed, failing, unkept, saveTrouble, isDamaged, isTried, name } = state;
  const download = <TextButton onClick={() => void downloadDraft(session, name)}>{t('downloadFile')}</TextButton>;
  const own = unkept && (
    <>
      <span>{t('notKept')}</span>
      {download}
    </>
  );
  // what was written waits for its writer: it is not lost
  const signedOut = useSignedOutLine(unkept && download);
  const discard = async (): Promise<void> => {
    await session.discard();
    notice.success(t('discarded'));
    again();
  };
  if (signedOut !== undefined) return signedOut;
  if (phase === 'closed') {
    const { reason, copy, writerName: writer } = closed ?? {};
    return (
      <NoticeLine role="alert">
        <span>{reason === 'takenOver' ? t('takenOver', { name: writer ?? t('holder') }) : t(closedTexts[reason ?? 'rest'])}</span>
        {isVisitor && reason === 'revised' && <span>{t('keptForVisitor')}</span>}
        {copy && <span>{t('keptAs', { name: copy.name })}</span>}
        {own}
        <TextButton onClick={again}>{t(reason === 'revised' ? 'openNew' : reason === 'takenOver' ? 'openAgain' : 'goOn')}</TextButton>
        {copy && <TextButton onClick={() => go('/editWord', { id: copy.id })}>{t('openCopy')}</TextButton>}
      </NoticeLine>
    );
  }
  if (readOnly !== undefined)
    return (
      <NoticeLine role="alert">
        <span>{t('readOnly', { reason: readOnly.message })}</span>
        {own}
        <TextButton onClick={again}>{t('tryAgain')}</TextButton>
      </NoticeLine>
    );
  if (phase === 'offline') return <NoticeLine role="alert">{t('offline')}</NoticeLine>;
  if (saveTrouble !== undefined)
    return (
      <NoticeLine role="alert">
        <span>{t('saveFailed', { reason: saveTrouble })}</span>
        {!unkept && <span>{t('keptWithout')}</span>}
        {download}
        {isDamaged && <TextButton onClick={() => void discard().catch(() => undefined)}>{t('discard')}</TextButton>}
      </NoticeLine>
    );
  if (failing) return <NoticeLine role="alert">{t('failing')}</NoticeLine>;
  if (!isTried) return <NoticeLine role="status">{t(isTypedEarly ? 'checkingTyped' : 'checking')}</NoticeLine>;
  if (isPhone) return <NoticeLine as="p">{t('phoneNotice')}</NoticeLine>;
  return null;
}

async function downloadDraft(session: WordSession, name: string): Promise<void> {
  const address = URL.createObjectURL(await session.draft());
  saveFile(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
