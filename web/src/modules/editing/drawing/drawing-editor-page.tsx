import type { CommentPlace } from '@dossier/contract/comments/places';
import { type ReactNode, Suspense, lazy, useEffect, useRef } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { TextButton } from '../../preview/viewer-parts.tsx';
import { EditorFrame, EditorPage, type EditorProps, Opening } from '../editor-parts.tsx';
import { OpenedRoom, type OpenRoomProps, RoomBarEnd, RoomTrouble, writingIn } from '../room-page.tsx';
import { RoomConnection } from '../text/room-connection.ts';
import { drawingFile } from './drawing-file.ts';

// a megabyte, which comes while the room is being entered; no other page but that of the viewer loads it
const loadEditor = () => import('./drawing-editor.tsx').then((m) => ({ default: m.DrawingEditor }));
const DrawingEditor = lazy(loadEditor);

const ext = 'excalidraw';

/** A drawing that several people may edit at once. */
export const DrawingEditorPage = (): ReactNode => <EditorPage alone="/editDrawingOnly" ext={ext} Editor={DrawingRoom} />;

/** The room of a drawing, as long as its page is shown. */
export function DrawingRoom(props: EditorProps): ReactNode {
  useEffect(() => void loadEditor().catch(() => undefined), []);
  return (
    <OpenedRoom
      {...props}
      ext={ext}
      make={(id, openRoom) => new RoomConnection(id, openRoom)}
      isReady={({ name, phase }) => name !== '' && phase !== 'connecting'}
      Open={OpenDrawing}
    />
  );
}

function OpenDrawing({ room, state, isAlone, again }: OpenRoomProps<RoomConnection>): ReactNode {
  const t = useText('editing.editor');
  const { phase, name } = state;
  const selected = useRef<() => CommentPlace | undefined>(undefined);
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
      {...writingIn(room, state)}
      commented={{ id: room.id, shows: [], selection: { kind: 'shape', place: () => selected.current?.() } }}
      notice={
        <RoomTrouble state={state} again={again} page="/editDrawing" lost="notKeptDrawing">
          <TextButton onClick={download}>{t('downloadDrawing')}</TextButton>
        </RoomTrouble>
      }
      end={<RoomBarEnd room={room} state={state} isAlone={isAlone} />}
    >
      <Suspense fallback={<Opening />}>
        <DrawingEditor
          room={room}
          name={name}
          readOnly={state.readOnly !== undefined || state.isRefused === true || phase === 'closed'}
          save={save}
          ready={(place) => {
            selected.current = place;
          }}
        />
      </Suspense>
    </EditorFrame>
  );
}
