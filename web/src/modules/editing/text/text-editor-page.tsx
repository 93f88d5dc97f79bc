import { EnterOutlined, EyeOutlined, ReadOutlined, SaveOutlined, SearchOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { useMedia, usePageTitle } from '../../../platform/ui/hooks.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { viewerAddress, viewerOf } from '../../preview/viewer-address.ts';
import { NoticeLine, TextButton, ViewerMain, ViewerTools, Waiting } from '../../preview/viewer-parts.tsx';
import { useWrap } from '../../preview/viewer-preferences.ts';
import { EditorFrame, EditorPage, type EditorProps, People, Refused, Status } from '../editor-parts.tsx';
import { CodeEditor } from './code-editor.tsx';
import { MarkdownBeside } from './markdown-beside.tsx';
import { RoomConnection, type RoomState } from './room-connection.ts';

const markdowns: ReadonlySet<string> = new Set(['md', 'markdown']);

/** A text document that several people may edit at once. */
export const TextEditorPage = (): ReactNode => <EditorPage alone="/editOnly" ext="txt" Editor={Room} />;

/** The room of a document, as long as its page is shown. */
function Room({ id, isAlone, again }: EditorProps): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const [room] = useState(() => new RoomConnection(id));
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
    if (phase === 'viewOnly') go('/docpreview', { id }, { replace: true });
  }, [phase, go, id]);
  if (phase === 'refused')
    return (
      <EditorFrame title={name || t('edit')} isAlone={isAlone}>
        <Refused id={id} refusal={state.refusal} again={again} />
      </EditorFrame>
    );
  if (name === '' || phase === 'connecting')
    return (
      <EditorFrame title={name || t('edit')} isAlone={isAlone}>
        <ViewerMain>
          <Waiting>
            <Spinner label={t('loading')} delay={300} />
          </Waiting>
        </ViewerMain>
      </EditorFrame>
    );
  return <OpenText room={room} state={state} isAlone={isAlone} again={again} />;
}

interface OpenTextProps {
  room: RoomConnection;
  state: RoomState;
  isAlone: boolean;
  again: () => void;
}

function OpenText({ room, state, isAlone, again }: OpenTextProps): ReactNode {
  const t = useText('editing.editor');
  const { phase, name, ext } = state;
  const [wrap, setWrap] = useWrap(ext);
  const [finding, setFinding] = useState(0);
  const isNarrow = useMedia('narrow');
  const [page, setPage] = useState(!isNarrow);
  const isMarkdown = markdowns.has(ext.toLowerCase());
  const isPageShown = isMarkdown && page;
  const find = (): void => setFinding(finding + 1);
  useHotkeys({ 'mod+s': () => room.save(), 'mod+f': find, 'alt+z': () => setWrap(!wrap) });
  return (
    <EditorFrame
      title={name}
      ext={ext}
      isAlone={isAlone}
      notice={<Trouble room={room} state={state} again={again} />}
      start={
        <ViewerTools label={t('edit')}>
          <ToolButton label={t('wrapLines')} icon={<EnterOutlined />} hotkey="alt+z" on={wrap} onClick={() => setWrap(!wrap)} />
          <ToolButton label={t('find')} icon={<SearchOutlined />} hotkey="mod+f" onClick={find} />
          {isMarkdown && <ToolButton label={t('page')} icon={<ReadOutlined />} on={page} onClick={() => setPage(!page)} />}
        </ViewerTools>
      }
      end={<OpenTextEnd room={room} state={state} isAlone={isAlone} />}
    >
      {!(isNarrow && isPageShown) && (
        <CodeEditor room={room} name={name} wrap={wrap} readOnly={state.readOnly !== undefined || phase === 'closed'} finding={finding} />
      )}
      {isPageShown && <MarkdownBeside id={room.id} room={room} name={name} />}
    </EditorFrame>
  );
}

/** The end of the bar: whether what is typed is safe, who is there, and the ways on. */
function OpenTextEnd({ room, state, isAlone }: Omit<OpenTextProps, 'again'>): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const { phase, ext } = state;
  const view = (): void =>
    go(viewerAddress(viewerOf(ext) === 'sheet' ? 'sheet' : 'page', { id: room.id, ext }), undefined, { replace: true });
  return (
    <>
      <Status state={state} />
      <People people={state.people} own={state.own} />
      <ToolButton label={t('saveVersion')} icon={<SaveOutlined />} hotkey="mod+s" disabled={phase !== 'open'} onClick={() => room.save()} />
      {!isAlone && <ToolButton label={t('view')} icon={<EyeOutlined />} onClick={view} />}
    </>
  );
}

/** The line above the text that says what is unusual, and offers what was typed where the server does not have it. */
function Trouble({ room, state, again }: { room: RoomConnection; state: RoomState; again: () => void }): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const { phase, readOnly, closed, failing, unkept, saveTrouble, name } = state;
  const own = unkept && (
    <>
      <span>{t('notKept')}</span>
      <TextButton onClick={() => void navigator.clipboard.writeText(room.text.toJSON()).then(() => notice.success(t('copied')))}>
        {t('copyText')}
      </TextButton>
      <TextButton onClick={() => saveText(room.text.toJSON(), name)}>{t('downloadText')}</TextButton>
    </>
  );
  if (phase === 'closed')
    return (
      <NoticeLine role="alert">
        <span>{t(closed?.reason === 'rest' ? 'rested' : 'revised')}</span>
        {closed?.copy && <span>{t('keptAs', { name: closed.copy.name })}</span>}
        {own}
        <TextButton onClick={again}>{t(closed?.reason === 'rest' ? 'goOn' : 'openNew')}</TextButton>
        {closed?.copy && <TextButton onClick={() => go('/edit', { id: closed.copy?.id })}>{t('openCopy')}</TextButton>}
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
  if (phase === 'offline') return <NoticeLine role="alert">{t('offline')}</NoticeLine>;
  if (failing) return <NoticeLine role="alert">{t('failing')}</NoticeLine>;
  if (saveTrouble !== undefined) return <NoticeLine role="alert">{t('saveFailed', { reason: saveTrouble })}</NoticeLine>;
  return null;
}

function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  saveFile(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
