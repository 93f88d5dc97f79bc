import { codes } from '@dossier/contract/core/codes';
import { content } from '@dossier/contract/documents/content';
import { type EditState, type ItemDetail, library } from '@dossier/contract/documents/library';
import { editing } from '@dossier/contract/editing/editing';
import { type ReactNode, use, useEffect, useRef } from 'react';
import { call } from '../../platform/call.ts';
import { joinedNames, useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { notice } from '../../platform/notices.ts';
import { useCall } from '../../platform/query.ts';
import { usePageTitle } from '../../platform/ui/hooks.ts';
import { useSince } from '../../platform/ui/formatted-values.tsx';
import { Row, Text } from '../../platform/ui/layout.tsx';
import { NativeButton } from '../../platform/ui/native-controls.tsx';
import { showEditState } from '../documents/edit-states.ts';
import { confirmUnlock } from '../documents/unlock.ts';
import { readStream } from '../notifications/live-stream.ts';
import { tellRefusal } from '../notifications/messages.ts';
import { ViewerCard, ViewerMain } from '../preview/viewer-parts.tsx';
import { EditorFrame, type EditTrouble, VisitorHostContext } from './editor-parts.tsx';

/** The lock type of the lock that editors and users share. */
const lockType = 1;
/** The stream is opened when the page is there, which it must not delay. */
const connectAfterMs = 1000;

interface RefusedProps {
  id: string;
  refusal: EditTrouble | undefined;
  again: () => void;
  /** Shows what another person writes, where that can be followed. */
  follow?: () => void;
  /** Goes on from the last version, where what came since cannot be written. */
  discard?: () => void;
}

/** The window of a document that cannot be edited now: why, and what can be done. */
export function RefusedPage({ ext, isAlone, ...props }: RefusedProps & { ext?: string; isAlone: boolean }): ReactNode {
  const t = useText('editing.editor');
  const isOfUser = use(VisitorHostContext) === undefined;
  const isLocked = props.refusal?.code === codes.documentLocked.code && isOfUser;
  const { data: item } = useCall(library.documentDetail, { id: props.id }, { enabled: isLocked, staleTime: 0 });
  useRelease(props.id, isLocked ? props.again : undefined);
  const title = item?.name ?? t('edit');
  usePageTitle(title);
  return (
    <EditorFrame title={title} {...(ext !== undefined && { ext })} isAlone={isAlone}>
      <Refused {...props} item={isLocked ? item : undefined} isLocked={isLocked} />
    </EditorFrame>
  );
}

/** Opens the document once it is free, and tells who asked for it that its holder keeps it. */
function useRelease(id: string, again: (() => void) | undefined): void {
  const open = useRef(again);
  open.current = again;
  const isWaiting = again !== undefined;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const stop = new AbortController();
    const heard = (state: EditState): void => {
      if (!stop.signal.aborted && (state.lockUserName === undefined || state.lockedByMe === true)) open.current?.();
    };
    const item = (data: unknown): void => {
      showEditState(data);
      if ((data as { id?: string }).id === id) heard(data as EditState);
    };
    const opened = (): void => void call(library.documentDetail, { id }, { quiet: true, signal: stop.signal }).then(heard, () => undefined);
    const message = (): void => void tellRefusal(id).catch(() => undefined);
    const timer = setTimeout(() => void readStream(stop.signal, { opened, message, item }), connectAfterMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, isWaiting]);
}

function Refused({
  id,
  refusal,
  again,
  follow,
  discard,
  item,
  isLocked,
}: RefusedProps & { item: ItemDetail | undefined; isLocked: boolean }): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const host = use(VisitorHostContext);
  const isFollowed = follow !== undefined && (item?.editors ?? []).length > 0;
  const holder = item?.lockUserName ?? t('holder');
  const ask = async (): Promise<void> => {
    await call(editing.askRelease, { id });
    notice.success(t('asked', { name: holder }));
  };
  const takeOver = async (locked: ItemDetail): Promise<void> => {
    if (!(await confirmUnlock([locked], t('takeOver')))) return;
    await call(content.unlock, { id, lockType });
    again();
  };
  return (
    <ViewerMain>
      <ViewerCard title={t('cannotOpen')} role="alert">
        <Text tone="muted">{item?.lockUserName === undefined ? refusal?.message : <LockReason item={item} holder={holder} />}</Text>
        <Row gap={2} wrap justify="center">
          {!isLocked && (
            <NativeButton primary onClick={again}>
              {t('tryAgain')}
            </NativeButton>
          )}
          {refusal?.code === codes.editDamaged.code && discard && <NativeButton onClick={discard}>{t('discard')}</NativeButton>}
          {isLocked && isFollowed && (
            <NativeButton primary onClick={follow}>
              {t('follow')}
            </NativeButton>
          )}
          {isLocked && (
            <NativeButton primary={!isFollowed} onClick={() => void ask().catch(() => undefined)}>
              {t('askRelease')}
            </NativeButton>
          )}
          {item?.mayUnlock === true && (
            <NativeButton onClick={() => void takeOver(item).catch(() => undefined)}>{t('takeOver')}</NativeButton>
          )}
          <NativeButton onClick={() => (host ? host.view() : go('/docpreview', { id }, { replace: true }))}>
            {t('viewInstead')}
          </NativeButton>
        </Row>
      </ViewerCard>
    </ViewerMain>
  );
}

/** Who edits a document, or has locked it without an editor. */
function LockReason({ item: { editors = [], lockTime }, holder }: { item: ItemDetail; holder: string }): ReactNode {
  const t = useText('editing.editor');
  const since = useSince(lockTime);
  if (editors.length > 0) return t('isEditing', { count: editors.length, names: joinedNames(editors) });
  return t('checkedOut', { name: holder, time: since });
}
