import { EnterOutlined, EyeOutlined, ReadOutlined, SaveOutlined, SearchOutlined } from '@ant-design/icons';
import { type ReactNode, use, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { viewerAddress, viewerOf } from '../../preview/viewer-address.ts';
import { TextButton, ViewerTools } from '../../preview/viewer-parts.tsx';
import { useWrap } from '../../preview/viewer-preferences.ts';
import { EditorFrame, EditorPage, type EditorProps, People, Status, VisitorHostContext } from '../editor-parts.tsx';
import { OpenedRoom, type OpenRoomProps, RoomTrouble } from '../room-page.tsx';
import { CodeEditor } from './code-editor.tsx';
import { MarkdownBeside } from './markdown-beside.tsx';

const markdowns: ReadonlySet<string> = new Set(['md', 'markdown']);

/** A text document that several people may edit at once. */
export const TextEditorPage = (): ReactNode => <EditorPage alone="/editOnly" ext="txt" Editor={TextRoom} />;

/** The room of a text, as long as its page is shown. */
export const TextRoom = (props: EditorProps): ReactNode => <OpenedRoom {...props} Open={OpenText} />;

function OpenText({ room, state, isAlone, again }: OpenRoomProps): ReactNode {
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
        <CodeEditor
          room={room}
          name={name}
          wrap={wrap}
          readOnly={state.readOnly !== undefined || state.isRefused === true || phase === 'closed'}
          finding={finding}
        />
      )}
      {isPageShown && <MarkdownBeside id={room.id} room={room} name={name} />}
    </EditorFrame>
  );
}

/** The end of the bar: whether what is typed is safe, who is there, and the ways on. */
function OpenTextEnd({ room, state, isAlone }: Omit<OpenRoomProps, 'again'>): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const host = use(VisitorHostContext);
  const { phase, ext } = state;
  const viewAsUser = (): void =>
    go(viewerAddress(viewerOf(ext) === 'sheet' ? 'sheet' : 'page', { id: room.id, ext }), undefined, { replace: true });
  return (
    <>
      <Status state={state} />
      <People people={state.people} own={state.own} />
      <ToolButton label={t('saveVersion')} icon={<SaveOutlined />} hotkey="mod+s" disabled={phase !== 'open'} onClick={() => room.save()} />
      {!isAlone && <ToolButton label={t('view')} icon={<EyeOutlined />} onClick={host?.view ?? viewAsUser} />}
    </>
  );
}

/** The line above the text, which offers what was typed where the server does not have it. */
function Trouble({ room, state, again }: Omit<OpenRoomProps, 'isAlone'>): ReactNode {
  const t = useText('editing.editor');
  return (
    <RoomTrouble state={state} again={again} page="/edit" rested={t('rested')}>
      <span>{t('notKept')}</span>
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
