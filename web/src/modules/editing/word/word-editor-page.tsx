import type { Editor } from '@docx-editor.dev/core';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { patternParam } from '../../../platform/page-query.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { viewerAddress } from '../../preview/viewer-address.ts';
import { NoticeLine } from '../../preview/viewer-parts.tsx';
import { EditorFrame, EditorPage, type EditorProps } from '../editor-parts.tsx';
import { DraftSession, type DraftState } from '../files/draft-session.ts';
import { FileBarEnd } from '../files/file-bar-end.tsx';
import { FileTrouble } from '../files/file-trouble.tsx';
import { useDraftSession } from '../files/use-draft-session.ts';
import { RefusedPage } from '../refused-page.tsx';
import { FindButton } from '../find-button.tsx';
import { whenComposed } from './composition.ts';
import { FollowedWord } from './followed-word.tsx';
import { Opening, WordEditor, loadEditor } from './lazy-word-editor.tsx';
import { type WordCalls, callsOfUser } from './word-calls.ts';
import { useWordComments } from './word-comments.tsx';
import { selectedInPage, useWordPlaces } from './word-places.ts';

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
  const [own] = useState(() => calls ?? callsOfUser(id));
  const { session, state } = useDraftSession(() => new DraftSession(own, { whenReady: whenComposed }), t('notKeptByEditor'));
  const [isFollowing, setFollowing] = useState(false);
  const { phase, name } = state;
  useEffect(() => void loadEditor().catch(() => undefined), []);
  if (isFollowing) return <FollowedWord id={id} isAlone={isAlone} again={again} />;
  if (phase === 'refused')
    return <RefusedPage id={id} ext="docx" isAlone={isAlone} refusal={state.refusal} again={again} follow={() => setFollowing(true)} />;
  if (state.bytes === undefined)
    return (
      <EditorFrame title={name || t('edit')} ext="docx" isAlone={isAlone}>
        <Opening />
      </EditorFrame>
    );
  return <WordWindow session={session} calls={own} state={state} bytes={state.bytes} isAlone={isAlone} again={again} />;
}

interface WordWindowProps {
  session: DraftSession;
  calls: WordCalls;
  state: DraftState;
  bytes: Uint8Array;
  isAlone: boolean;
  again: () => void;
}

function WordWindow({ session, calls, state, bytes, isAlone, again }: WordWindowProps): ReactNode {
  const t = useText('editing.editor');
  const { phase, name, ext, author, isTried, readOnly } = state;
  const [editor, setEditor] = useState<Editor>();
  const [finding, setFinding] = useState<number>();
  const isChecking = !isTried && readOnly === undefined && phase !== 'closed';
  const isTypedEarly = useTypedEarly(isChecking);
  const comments = useWordComments(calls, editor);
  useWordPlaces(editor);
  const save = (): void => void session.save();
  return (
    <EditorFrame
      title={name}
      ext={ext}
      isAlone={isAlone}
      notice={
        <FileTrouble
          session={session}
          state={state}
          again={again}
          page="/editWord"
          otherwise={<Remarks isTried={isTried} isTypedEarly={isTypedEarly} />}
        />
      }
      {...(phase !== 'closed' && {
        writing: { id: session.id, save: () => session.save(), isShared: false, changed: () => void session.keep() },
      })}
      commented={{ id: session.id, shows: ['words'], selection: { kind: 'words', place: selectedInPage } }}
      end={
        <FileBarEnd session={session} state={state} isAlone={isAlone} isChecking={isChecking}>
          <FindButton label={t('findReplace')} finding={finding} setFinding={setFinding} />
          {comments.button}
        </FileBarEnd>
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

/** What is said while nothing is wrong. */
function Remarks({ isTried, isTypedEarly }: { isTried: boolean; isTypedEarly: boolean }): ReactNode {
  const t = useText('editing.editor');
  const isPhone = useMedia('phone');
  if (!isTried) return <NoticeLine role="status">{t(isTypedEarly ? 'checkingTyped' : 'checking')}</NoticeLine>;
  return isPhone && <NoticeLine as="p">{t('phoneNotice')}</NoticeLine>;
}
