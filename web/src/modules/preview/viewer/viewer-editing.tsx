import { EditOutlined, FormOutlined } from '@ant-design/icons';
import { type EditState, library } from '@dossier/contract/documents/library';
import { editType } from '@dossier/contract/editing/editing';
import { type ReactNode, use, useEffect } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useFreeActions } from '../../../platform/item-actions.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { queryClient, useCall } from '../../../platform/query.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { LazyTheme } from '../../../platform/ui/lazy-theme.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { showAcknowledgementChange, showOwnAcknowledgement } from '../../documents/acknowledgement-news.tsx';
import { showCommentChange } from '../../documents/comment-news.ts';
import { showEditState, useEditState } from '../../documents/edit-states.ts';
import { useHolder } from '../../documents/holdings.ts';
import { readStream } from '../../notifications/live-stream.ts';
import { tellRefusal } from '../../notifications/messages.ts';
import { ReaderContext } from '../reader.ts';
import { type View, viewKey } from '../view-request.ts';
import { editorAddress, editsTogether } from '../viewer-address.ts';
import { NoticeLine, TextButton } from '../viewer-parts.tsx';

/** Whether a window shows the newest revision of a document itself, to somebody who may have more rights than to look. */
function useIsNewest(view: View, currentRev: string | undefined): boolean {
  const { isVisitor, partOf } = use(ReaderContext);
  return !isVisitor && partOf === undefined && currentRev === undefined && view.lent !== true;
}

/** Opens an editor in place of the viewer, which comes back when it is closed. */
function useEdit({ id, ext }: View): (editor: number) => void {
  const go = useNavigate();
  return (editor) => go(editorAddress({ id, ext }, editor), undefined, { replace: true, backTo: location.pathname + location.search });
}

interface EditingProps {
  view: View;
  currentRev: string | undefined;
}

/** Opens the editor, in place of the viewer, for who may modify a document of a type that has one; where it has two, either. */
export function EditButtons({ view, currentRev }: EditingProps): ReactNode {
  const t = useText('preview.viewer');
  const edit = useEdit(view);
  const isShown = useIsNewest(view, currentRev) && view.canEdit === true;
  const editors = isShown ? (view.editTypes ?? [view.editType ?? editType.own]) : [];
  const [first] = editors;
  const { partOf, editorOf } = use(ReaderContext);
  const editAsVisitor = partOf === undefined && currentRev === undefined ? editorOf?.(view) : undefined;
  useHotkeys({ e: () => (first === undefined ? (editAsVisitor?.() ?? false) : edit(first)) });
  const labels: Record<number, string> = { [editType.own]: t('editBuiltIn'), [editType.officeServer]: t('editOffice') };
  if (editAsVisitor) return <ToolButton label={t('edit')} word={t('edit')} icon={<EditOutlined />} hotkey="e" onClick={editAsVisitor} />;
  return editors.map((editor) => (
    <ToolButton
      key={editor}
      label={editors.length > 1 ? (labels[editor] ?? '') : t('edit')}
      icon={editor === first ? <EditOutlined /> : <FormOutlined />}
      {...(editor === first && { hotkey: 'e', word: t('edit') })}
      onClick={() => edit(editor)}
    />
  ));
}

/** The stream is opened when the document is there, which it must not delay. */
const connectAfterMs = 1000;

const heard = { item: showEditState, comment: showCommentChange, acknowledgement: showAcknowledgementChange };

/** Hears who edits the document from now on; what happened before, since the document was asked for or while the window was hidden, it asks for. */
function useLiveState(id: string, isLive: boolean): void {
  useEffect(() => {
    if (!isLive) return undefined;
    const stop = new AbortController();
    const opened = (): void =>
      void call(library.documentDetail, { id }, { quiet: true, signal: stop.signal }).then(
        (item) => {
          showEditState(item);
          showOwnAcknowledgement(id, item.acknowledgement ?? 'none');
        },
        () => undefined,
      );
    const message = (): void => void tellRefusal(id).catch(() => undefined);
    const timer = setTimeout(() => void readStream(stop.signal, { opened, message, ...heard }), connectAfterMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, isLive]);
}

/** Says that there is a newer version by now, and who else edits the document, with a way to join them or to ask for it. */
export function EditingLine({ view, currentRev }: EditingProps): ReactNode {
  const t = useText('preview.viewer');
  const isNewest = useIsNewest(view, currentRev);
  useLiveState(view.id, isNewest);
  const state = useEditState(view.id) ?? view;
  return (
    <>
      {isNewest && isOlder(view.revision, state.revision) && (
        <NoticeLine justify="center" role="status">
          <span>{t('newerVersion')}</span>
          <TextButton onClick={() => void queryClient.invalidateQueries({ queryKey: viewKey({ id: view.id }) })}>
            {t('showNewer')}
          </TextButton>
        </NoticeLine>
      )}
      {isNewest && <OthersLine view={view} state={state} />}
    </>
  );
}

/** Whether one revision came before another: their ids rise with time. What was heard may be older than what was opened since. */
const isOlder = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && Number(one) < Number(other);

/** Who else edits a document, or has locked it without an editor, with what can be done about that. */
function OthersLine({ view, state }: { view: View; state: EditState }): ReactNode {
  const t = useText('preview.viewer');
  const edit = useEdit(view);
  const { editors = [], editedByMe, editedIn } = state;
  // the own name comes first
  const others = editedByMe === true ? editors.slice(1) : editors;
  const isHeld = editors.length === 0 && state.lockUserName !== undefined && state.lockedByMe !== true;
  const isJoinable = editedIn === editType.officeServer || editsTogether(view.ext);
  const holder = useHolder({ ...state, editors: others });
  if (!isHeld && others.length === 0) return null;
  return (
    <NoticeLine justify="center" role="status">
      <span>{holder}</span>
      {!isHeld && view.canEdit === true && isJoinable && (
        <TextButton onClick={() => edit(editedIn ?? editType.own)}>{t('join')}</TextButton>
      )}
      {(isHeld || (!isJoinable && editedByMe !== true)) && (
        <LazyTheme>
          <WaysOut id={view.id} />
        </LazyTheme>
      )}
    </NoticeLine>
  );
}

/** What the user can do about a document that another one holds: the actions are joined within the theme. */
function WaysOut({ id }: { id: string }): ReactNode {
  const go = useNavigate();
  const { data } = useCall(library.documentDetail, { id }, { staleTime: 0 });
  const replace = (path: string): void => go(path, undefined, { replace: true });
  const actions = useFreeActions(data, { place: 'viewer', go: replace });
  return actions.map((action) => (
    <TextButton key={action.id} onClick={action.run}>
      {action.label}
    </TextButton>
  ));
}
