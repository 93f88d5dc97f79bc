import { EnterOutlined, ReadOutlined, SearchOutlined } from '@ant-design/icons';
import type { EditorView } from '@codemirror/view';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCommentPlaces } from '../../../platform/comment-places.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { TextButton, ViewerTools } from '../../preview/viewer-parts.tsx';
import { useWrap } from '../../preview/viewer-preferences.ts';
import { quotedPart } from '../../preview/words-in-page.ts';
import { EditorFrame, EditorPage, type EditorProps } from '../editor-parts.tsx';
import { OpenedRoom, type OpenRoomProps, RoomBarEnd, RoomTrouble, writingIn } from '../room-page.tsx';
import { CodeEditor } from './code-editor.tsx';
import { MarkdownBeside } from './markdown-beside.tsx';
import { RoomConnection } from './room-connection.ts';

const markdowns: ReadonlySet<string> = new Set(['md', 'markdown']);

/** A text document that several people may edit at once. */
export const TextEditorPage = (): ReactNode => <EditorPage alone="/editOnly" ext="txt" Editor={TextRoom} />;

/** The room of a text, as long as its page is shown. */
export const TextRoom = (props: EditorProps): ReactNode => (
  <OpenedRoom
    {...props}
    ext="txt"
    make={(id, openRoom) => new RoomConnection(id, openRoom)}
    isReady={({ name, phase }) => name !== '' && phase !== 'connecting'}
    Open={OpenText}
  />
);

function OpenText({ room, state, isAlone, again }: OpenRoomProps<RoomConnection>): ReactNode {
  const t = useText('editing.editor');
  const { phase, name, ext } = state;
  const [wrap, setWrap] = useWrap(ext);
  const [finding, setFinding] = useState(0);
  const isNarrow = useMedia('narrow');
  const [page, setPage] = useState(!isNarrow);
  const isMarkdown = markdowns.has(ext.toLowerCase());
  const isPageShown = isMarkdown && page;
  const find = (): void => setFinding(finding + 1);
  const editor = useRef<EditorView>(undefined);
  const asked = useCommentPlaces((places) => places.shown);
  // on a phone the page covers the text, in which the words are
  useEffect(() => {
    if (isNarrow && asked !== undefined) setPage(false);
  }, [isNarrow, asked]);
  useHotkeys({ 'mod+s': () => room.save(), 'mod+f': find, 'alt+z': () => setWrap(!wrap) });
  return (
    <EditorFrame
      title={name}
      ext={ext}
      isAlone={isAlone}
      {...writingIn(room, state)}
      commented={{ id: room.id, shows: ['words'], selection: { kind: 'words', place: () => selectedIn(editor.current) } }}
      notice={<Trouble room={room} state={state} again={again} />}
      start={
        <ViewerTools label={t('edit')}>
          <ToolButton label={t('wrapLines')} icon={<EnterOutlined />} hotkey="alt+z" on={wrap} onClick={() => setWrap(!wrap)} />
          <ToolButton label={t('find')} icon={<SearchOutlined />} hotkey="mod+f" onClick={find} />
          {isMarkdown && <ToolButton label={t('page')} icon={<ReadOutlined />} on={page} onClick={() => setPage(!page)} />}
        </ViewerTools>
      }
      end={<RoomBarEnd room={room} state={state} isAlone={isAlone} />}
    >
      {!(isNarrow && isPageShown) && (
        <CodeEditor
          room={room}
          name={name}
          wrap={wrap}
          readOnly={state.readOnly !== undefined || state.isRefused === true || phase === 'closed'}
          finding={finding}
          shown={(view) => {
            editor.current = view;
          }}
        />
      )}
      {isPageShown && <MarkdownBeside id={room.id} room={room} name={name} />}
    </EditorFrame>
  );
}

/** What is selected in a text, as the place of a comment. */
function selectedIn(view: EditorView | undefined): ReturnType<typeof quotedPart> {
  if (view === undefined) return undefined;
  const { from, to } = view.state.selection.main;
  return quotedPart(view.state.doc.toString(), from, to);
}

/** The line above the text, which offers what was typed where the server does not have it. */
function Trouble({ room, state, again }: Omit<OpenRoomProps<RoomConnection>, 'isAlone'>): ReactNode {
  const t = useText('editing.editor');
  return (
    <RoomTrouble state={state} again={again} page="/edit" rested="rested">
      <TextButton onClick={() => void navigator.clipboard.writeText(room.text.toJSON()).then(() => notice.success(t('copied')))}>
        {t('copyText')}
      </TextButton>
      <TextButton onClick={() => saveText(room.text.toJSON(), state.name)}>{t('downloadText')}</TextButton>
    </RoomTrouble>
  );
}

function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  saveFile(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
