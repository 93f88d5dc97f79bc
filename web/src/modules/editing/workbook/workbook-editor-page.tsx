import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { csvText } from '@dossier/contract/core/csv';
import { type ReactNode, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { NoticeLine, TextButton } from '../../preview/viewer-parts.tsx';
import { EditorFrame, EditorPage, type EditorProps, Opening } from '../editor-parts.tsx';
import { FindButton } from '../find-button.tsx';
import { OfficeButton } from '../office-offer.tsx';
import { isWritable, OpenedRoom, type OpenRoomProps, RoomBarEnd, RoomTrouble, writingIn } from '../room-page.tsx';
import { EarlyKeys, EarlyKeysContext } from './early-keys.ts';
import styles from './workbook-editor.module.css';
import { useWorkbookComments } from './workbook-comments.ts';
import { hasObstacle, kindsInTheWay, limitsOf } from './workbook-limits.ts';
import type { UniverGrid } from './univer-grid.ts';
import { WorkbookRoom, type WorkbookRoomState } from './workbook-room.ts';

// megabytes, which come while the document is being opened; no other page loads them
const loadGrid = () => import('./workbook-grid.tsx').then((m) => ({ default: m.WorkbookGrid }));
const WorkbookGrid = lazy(loadGrid);
const WorkbookFind = lazy(() => import('./workbook-find.tsx').then((m) => ({ default: m.WorkbookFind })));

/** A workbook that several people may edit at once. */
export const WorkbookEditorPage = (): ReactNode => <EditorPage alone="/editSheetOnly" ext="xlsx" Editor={WorkbookEditor} />;

/** The room of a workbook, as long as its page is shown. */
export function WorkbookEditor(props: EditorProps): ReactNode {
  const w = useText('editing.workbook');
  const label = w('workbook');
  const early = useRef<EarlyKeys>(undefined);
  useEffect(() => {
    void loadGrid().catch(() => undefined);
    const keys = new EarlyKeys(label);
    early.current = keys;
    return () => keys.end();
  }, [label]);
  return (
    <EarlyKeysContext value={early}>
      <OpenedRoom
        {...props}
        ext="xlsx"
        make={(id, openRoom) => new WorkbookRoom(id, openRoom)}
        isReady={({ book, isDiscarded }) => book !== undefined || isDiscarded === true}
        discard={(room) => room.discard()}
        offersOffice
        Open={OpenWorkbook}
      />
    </EarlyKeysContext>
  );
}

function OpenWorkbook(props: OpenRoomProps<WorkbookRoom>): ReactNode {
  const { state, again } = props;
  // what could not even be shown was given up: the last version is opened
  const isCleared = state.book === undefined;
  useEffect(() => {
    if (isCleared) again();
  }, [isCleared, again]);
  return isCleared ? null : <WorkbookWindow {...props} />;
}

function WorkbookWindow({ room, state, isAlone, again }: OpenRoomProps<WorkbookRoom>): ReactNode {
  const w = useText('editing.workbook');
  const t = useText('editing.editor');
  const isPhone = useMedia('phone');
  const grid = useRef<UniverGrid>(undefined);
  const { name, ext, isStale } = state;
  const save = (): void => {
    void (grid.current?.endEditing() ?? Promise.resolve()).finally(() => room.save());
  };
  useHotkeys({ 'mod+s': save });
  const [finding, setFinding] = useState<number>();
  const find = (): void => {
    void grid.current?.endEditing();
    setFinding((finding ?? 0) + 1);
  };
  const { commented, named } = useWorkbookComments(room.id, grid);
  const isWritten = isWritable(state) && !isStale;
  return (
    <EditorFrame
      title={name}
      ext={ext}
      isAlone={isAlone}
      {...writingIn(room, state, save)}
      commented={commented}
      notice={<Trouble room={room} state={state} again={again} download={() => downloadSheet(grid.current, name)} />}
      end={
        <>
          {isPhone && <PhoneTools step={(which) => grid.current?.step(which)} isWritable={isWritable(state)} />}
          <FindButton label={isWritten ? t('findReplace') : t('find')} finding={finding} setFinding={setFinding} />
          <RoomBarEnd room={room} state={state} isAlone={isAlone} save={save} />
        </>
      }
    >
      <div className={styles.window}>
        {finding !== undefined && grid.current && (
          <Suspense>
            <WorkbookFind find={grid.current.find} isWritable={isWritten} asked={finding} close={() => setFinding(undefined)} />
          </Suspense>
        )}
        <Suspense fallback={<Opening />}>
          <WorkbookGrid
            room={room}
            isWritable={isWritten}
            find={find}
            label={w('workbook')}
            save={save}
            named={named}
            shown={(shown) => {
              grid.current = shown;
            }}
          />
        </Suspense>
      </div>
    </EditorFrame>
  );
}

/** On a phone the grid has no tools of its own. */
function PhoneTools({ step, isWritable: isEnabled }: { step: (which: 'undo' | 'redo') => void; isWritable: boolean }): ReactNode {
  const w = useText('editing.workbook');
  return (
    <>
      <ToolButton label={w('undo')} icon={<UndoOutlined />} disabled={!isEnabled} onClick={() => step('undo')} />
      <ToolButton label={w('redo')} icon={<RedoOutlined />} disabled={!isEnabled} onClick={() => step('redo')} />
    </>
  );
}

/** The line above the grid that says what is unusual, and what of the workbook is not shown or cannot be changed. */
function Trouble({ room, state, again, download }: Omit<OpenRoomProps<WorkbookRoom>, 'isAlone'> & { download: () => void }): ReactNode {
  const w = useText('editing.workbook');
  const sheet = <TextButton onClick={download}>{w('downloadSheet')}</TextButton>;
  return (
    <RoomTrouble
      state={state}
      again={again}
      page="/editSheet"
      save={() => room.save()}
      discard={{ run: () => room.discard(), rescue: sheet }}
      otherwise={<Remarks room={room} state={state} />}
    >
      {sheet}
    </RoomTrouble>
  );
}

function Remarks({ room, state }: { room: WorkbookRoom; state: WorkbookRoomState }): ReactNode {
  const w = useText('editing.workbook');
  if (state.isStale) return <NoticeLine role="status">{w('stale')}</NoticeLine>;
  if (state.wasRefused) return <NoticeLine role="status">{w('wasRefused')}</NoticeLine>;
  return <Limits room={room} state={state} />;
}

/** What is kept without being shown, what cannot be done in this workbook, and where all of it can be done. */
function Limits({ room, state }: { room: WorkbookRoom; state: WorkbookRoomState }): ReactNode {
  const w = useText('editing.workbook');
  const t = useText('editing.editor');
  const isPhone = useMedia('phone');
  const { book } = state;
  if (book === undefined) return null;
  const { objects, notes, canShift } = limitsOf(book);
  const lines = [
    ...(objects > 0 ? [w('objects', { count: objects })] : []),
    ...notes.map((note) => w(note)),
    ...(canShift
      ? []
      : [
          w('noShift', {
            what: joinedNames(kindsInTheWay(book).map((kind) => w(kind))),
          }),
        ]),
    ...(isPhone ? [t('phoneNotice')] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <NoticeLine as="div">
      <span>{lines.join(' ')}</span>
      {hasObstacle(book) && <OfficeButton room={room} state={state} />}
    </NoticeLine>
  );
}

function downloadSheet(grid: UniverGrid | undefined, name: string): void {
  const { name: sheet, rows } = grid?.rows() ?? { name: '', rows: [] };
  const address = URL.createObjectURL(new Blob([csvText(rows)], { type: 'text/csv' }));
  saveFile(address, `${name.replace(/\.[^.]*$/, '')} ${sheet}.csv`);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
