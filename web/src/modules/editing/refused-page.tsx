import { codes } from '@dossier/contract/core/codes';
import { type EditState, type ItemDetail, library } from '@dossier/contract/documents/library';
import { type ReactNode, use, useEffect, useRef } from 'react';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCall } from '../../platform/query.ts';
import { usePageTitle } from '../../platform/ui/hooks.ts';
import { Row, Text } from '../../platform/ui/layout.tsx';
import { NativeButton } from '../../platform/ui/native-controls.tsx';
import { showEditState } from '../documents/edit-states.ts';
import { useHolder } from '../documents/holdings.ts';
import { readStream } from '../notifications/live-stream.ts';
import { tellRefusal } from '../notifications/messages.ts';
import { ViewerCard, ViewerMain } from '../preview/viewer-parts.tsx';
import { EditorFrame, type EditTrouble, VisitorHostContext } from './editor-parts.tsx';
import { type WayOut, askForRelease, endHolding, waysOutOf } from './held-documents.ts';

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
      if (stop.signal.aborted || (state.lockUserName !== undefined && state.lockedByMe !== true)) return;
      // several answers may tell the same: it is opened once
      stop.abort();
      open.current?.();
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
  const ways: readonly WayOut[] = !isLocked ? [] : item === undefined ? ['ask'] : waysOutOf(item);
  const isFollowed = follow !== undefined && ways.includes('follow');
  const holder = useHolder(item);
  const takeOver = async (locked: ItemDetail): Promise<void> => {
    if (await endHolding(locked)) again();
  };
  return (
    <ViewerMain>
      <ViewerCard title={t('cannotOpen')} role="alert">
        <Text tone="muted">{holder ?? refusal?.message}</Text>
        <Row gap={2} wrap justify="center">
          {!isLocked && (
            <NativeButton primary onClick={again}>
              {t('tryAgain')}
            </NativeButton>
          )}
          {refusal?.code === codes.editDamaged.code && discard && <NativeButton onClick={discard}>{t('discard')}</NativeButton>}
          {isFollowed && (
            <NativeButton primary onClick={follow}>
              {t('follow')}
            </NativeButton>
          )}
          {ways.includes('ask') && (
            <NativeButton primary={!isFollowed} onClick={() => void askForRelease(item ?? { id }).catch(() => undefined)}>
              {t('askRelease')}
            </NativeButton>
          )}
          {item !== undefined && ways.includes('takeOver') && (
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
