import { EyeOutlined, SaveOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { csvText } from '@dossier/contract/core/csv';
import { type ReactNode, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { usePageTitle } from '../../../platform/ui/hooks.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { viewerAddress } from '../../preview/viewer-address.ts';
import { NoticeLine, TextButton, ViewerMain, Waiting } from '../../preview/viewer-parts.tsx';
import { EditorFrame, EditorPage, type EditorProps, People, Refused, Status } from '../editor-parts.tsx';
import { kindsInTheWay, limitsOf } from './workbook-limits.ts';
import type { UniverGrid } from './univer-grid.ts';
import { WorkbookRoom, type WorkbookRoomState } from './workbook-room.ts';

// megabytes, which come while the document is being opened; no other page loads them
const loadGrid = () => import('./workbook-grid.tsx').then((m) => ({ default: m.WorkbookGrid }));
const WorkbookGrid = lazy(loadGrid);

/** A workbook that several people may edit at once. */
export const WorkbookEditorPage = (): ReactNode => <EditorPage alone="/editSheetOnly" ext="xlsx" Editor={OpenWorkbook} />;

/** The room of a workbook, as long as its page is shown. */
function OpenWorkbook({ id, isAlone, again }: EditorProps): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const [room] = useState(() => new WorkbookRoom(id));
  const state = useStore(room.state);
  const { phase, name } = state;
  usePageTitle(name || t('edit'));
  useEffect(() => {
    void loadGrid().catch(() => undefined);
    void room.connect();
    const warn = (event: BeforeUnloadEvent): void => void (room.state.getState().unkept && event.preventDefault());
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
      room.stop();
    };
  }, [room]);
  useEffect(() => {
    if (phase === 'viewOnly') go(viewerAddress('sheet', { id }), undefined, { replace: true });
  }, [phase, go, id]);
  // what could not even be shown was given up: the last version is opened
  const isCleared = state.isDiscarded && state.book === undefined;
  useEffect(() => {
    if (isCleared) again();
  }, [isCleared, again]);
  if (phase === 'refused')
    return (
      <EditorFrame title={name || t('edit')} ext="xlsx" isAlone={isAlone}>
        <Refused id={id} refusal={state.refusal} again={again} discard={() => room.discard()} />
      </EditorFrame>
    );
  if (state.book === undefined)
    return (
      <EditorFrame title={name || t('edit')} ext="xlsx" isAlone={isAlone}>
        <Opening />
      </EditorFrame>
    );
  return <WorkbookWindow room={room} state={state} isAlone={isAlone} again={again} />;
}

function Opening(): ReactNode {
  const t = useText('editing.editor');
  return (
    <ViewerMain>
      <Waiting>
        <Spinner label={t('loading')} delay={300} />
      </Waiting>
    </ViewerMain>
  );
}

interface WorkbookWindowProps {
  room: WorkbookRoom;
  state: WorkbookRoomState;
  isAlone: boolean;
  again: () => void;
}

function WorkbookWindow({ room, state, isAlone, again }: WorkbookWindowProps): ReactNode {
  const t = useText('editing.editor');
  const w = useText('editing.workbook');
  const go = useNavigate();
  const grid = useRef<UniverGrid>(undefined);
  const { phase, name, ext, people, own, isStale, readOnly } = state;
  const save = (): void => {
    grid.current?.endEditing();
    room.save();
  };
  useHotkeys({ 'mod+s': save });
  const view = (): void => go(viewerAddress('sheet', { id: room.id, ext }), undefined, { replace: true });
  return (
    <EditorFrame
      title={name}
      ext={ext}
      isAlone={isAlone}
      notice={<Trouble room={room} state={state} again={again} download={() => downloadSheet(grid.current, name)} />}
      end={
        <>
          <Status state={state} />
          <People people={people} own={own} />
          <ToolButton label={t('saveVersion')} icon={<SaveOutlined />} hotkey="mod+s" disabled={phase !== 'open'} onClick={save} />
          {!isAlone && <ToolButton label={t('view')} icon={<EyeOutlined />} onClick={view} />}
        </>
      }
    >
      <Suspense fallback={<Opening />}>
        <WorkbookGrid
          room={room}
          isWritable={(phase === 'open' || phase === 'offline') && readOnly === undefined && !isStale}
          label={w('workbook')}
          save={save}
          shown={(shown) => {
            grid.current = shown;
          }}
        />
      </Suspense>
    </EditorFrame>
  );
}

/** The line above the grid that says what is unusual, and what of the workbook is not shown or cannot be changed. */
function Trouble({
  room,
  state,
  again,
  download,
}: Pick<WorkbookWindowProps, 'room' | 'state' | 'again'> & { download: () => void }): ReactNode {
  const t = useText('editing.editor');
  const w = useText('editing.workbook');
  const go = useNavigate();
  const { phase, readOnly, closed, failing, unkept, saveTrouble, isStale, wasRefused, isDiscarded } = state;
  const sheet = <TextButton onClick={download}>{w('downloadSheet')}</TextButton>;
  const own = unkept && (
    <>
      <span>{t('notKept')}</span>
      {sheet}
    </>
  );
  if (isDiscarded) return <Discarded again={again} />;
  if (phase === 'closed')
    return (
      <NoticeLine role="alert">
        <span>{t(closed?.reason === 'rest' ? 'restedFile' : 'revised')}</span>
        {closed?.copy && <span>{t('keptAs', { name: closed.copy.name })}</span>}
        {own}
        <TextButton onClick={again}>{t(closed?.reason === 'rest' ? 'goOn' : 'openNew')}</TextButton>
        {closed?.copy && <TextButton onClick={() => go('/editSheet', { id: closed.copy?.id })}>{t('openCopy')}</TextButton>}
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
  if (saveTrouble !== undefined)
    return (
      <NoticeLine role="alert">
        <span>{t('saveFailed', { reason: saveTrouble.message })}</span>
        {saveTrouble.code === codes.editDamaged.code && (
          <>
            {sheet}
            <TextButton onClick={() => room.discard()}>{t('discard')}</TextButton>
          </>
        )}
        <TextButton onClick={() => room.save()}>{t('tryAgain')}</TextButton>
      </NoticeLine>
    );
  if (isStale) return <NoticeLine role="status">{w('stale')}</NoticeLine>;
  if (wasRefused) return <NoticeLine role="status">{w('wasRefused')}</NoticeLine>;
  return <Limits state={state} />;
}

function Discarded({ again }: Pick<WorkbookWindowProps, 'again'>): ReactNode {
  const t = useText('editing.editor');
  return (
    <NoticeLine role="alert">
      <span>{t('discarded')}</span>
      <TextButton onClick={again}>{t('goOn')}</TextButton>
    </NoticeLine>
  );
}

/** What is kept without being shown, and what cannot be done in this workbook. */
function Limits({ state: { book } }: { state: WorkbookRoomState }): ReactNode {
  const w = useText('editing.workbook');
  if (book === undefined) return null;
  const { objects, notes, canShift } = limitsOf(book);
  const lines = [
    ...(objects > 0 ? [w('objects', { count: objects })] : []),
    ...notes.map((note) => w(note)),
    ...(canShift
      ? []
      : [
          w('noShift', {
            what: kindsInTheWay(book)
              .map((kind) => w(kind))
              .join(', '),
          }),
        ]),
  ];
  return lines.length === 0 ? null : <NoticeLine as="p">{lines.join(' ')}</NoticeLine>;
}

function downloadSheet(grid: UniverGrid | undefined, name: string): void {
  const { name: sheet, rows } = grid?.rows() ?? { name: '', rows: [] };
  const address = URL.createObjectURL(new Blob([csvText(rows)], { type: 'text/csv' }));
  saveFile(address, `${name.replace(/\.[^.]*$/, '')} ${sheet}.csv`);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
