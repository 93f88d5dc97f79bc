import { EyeOutlined, SaveOutlined } from '@ant-design/icons';
import { type ReactNode, Suspense, lazy, useEffect } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { viewerAddress } from '../../preview/viewer-address.ts';
import { TextButton, ViewerMain, Waiting } from '../../preview/viewer-parts.tsx';
import { EditorFrame, EditorPage, type EditorProps, Status, People } from '../editor-parts.tsx';
import { OpenedRoom, type OpenRoomProps, RoomTrouble } from '../room-page.tsx';
import { drawingFile } from './drawing-file.ts';

// a megabyte, which comes while the room is being entered; no other page but that of the viewer loads it
const loadEditor = () => import('./drawing-editor.tsx').then((m) => ({ default: m.DrawingEditor }));
const DrawingEditor = lazy(loadEditor);

const ext = 'excalidraw';

/** A drawing that several people may edit at once. */
export const DrawingEditorPage = (): ReactNode => <EditorPage alone="/editDrawingOnly" ext={ext} Editor={DrawingRoom} />;

function DrawingRoom(props: EditorProps): ReactNode {
  useEffect(() => void loadEditor().catch(() => undefined), []);
  return <OpenedRoom {...props} ext={ext} Open={OpenDrawing} />;
}

function OpenDrawing({ room, state, isAlone, again }: OpenRoomProps): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const { phase, name } = state;
  const save = (): void => room.save();
  useHotkeys({ 'mod+s': save });
  const download = (): void => {
    const address = URL.createObjectURL(drawingFile(room.doc));
    saveFile(address, name);
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return (
    <EditorFrame
      title={name}
      ext={ext}
      isAlone={isAlone}
      notice={
        <RoomTrouble state={state} again={again} page="/editDrawing" rested={t('restedFile')}>
          <span>{t('notKeptDrawing')}</span>
          <TextButton onClick={download}>{t('downloadDrawing')}</TextButton>
        </RoomTrouble>
      }
      end={
        <>
          <Status state={state} />
          <People people={state.people} own={state.own} />
          <ToolButton label={t('saveVersion')} icon={<SaveOutlined />} hotkey="mod+s" disabled={phase !== 'open'} onClick={save} />
          {!isAlone && (
            <ToolButton
              label={t('view')}
              icon={<EyeOutlined />}
              onClick={() => go(viewerAddress('page', { id: room.id, ext }), undefined, { replace: true })}
            />
          )}
        </>
      }
    >
      <Suspense
        fallback={
          <ViewerMain>
            <Waiting>
              <Spinner label={t('loading')} delay={300} />
            </Waiting>
          </ViewerMain>
        }
      >
        <DrawingEditor
          room={room}
          name={name}
          readOnly={state.readOnly !== undefined || state.isRefused === true || phase === 'closed'}
          save={save}
        />
      </Suspense>
    </EditorFrame>
  );
}
