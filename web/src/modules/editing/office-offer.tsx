import type { OutputOf } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { editType, editing } from '@dossier/contract/editing/editing';
import { type ReactNode, use, useEffect, useState } from 'react';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { Row, Text } from '../../platform/ui/layout.tsx';
import { NativeButton } from '../../platform/ui/native-controls.tsx';
import { TextButton, ViewerCard, ViewerMain } from '../preview/viewer-parts.tsx';
import { VisitorHostContext } from './editor-parts.tsx';
import type { Room, RoomState } from './rooms/room.ts';

/** A session ends within this time after its last window has gone, also where a version is saved. */
const endsWithinMs = 10_000;
const askEveryMs = 250;

/**
 * The facts of the document say that there is no office server for it, where `preEdit` would refuse. Before the server described itself they go by the
 * family of the type: `preEdit` waits for it.
 */
async function officePageOf(id: string): Promise<string> {
  const { canEdit, editType: first, editTypes = [first] } = await call(library.documentDetail, { id }, { quiet: true });
  if (!canEdit || !editTypes.includes(editType.officeServer)) return '';
  const input = { id, editor: editType.officeServer };
  const place: Partial<OutputOf<typeof editing.preEdit>> | undefined = await call(editing.preEdit, input, { quiet: true });
  // 4614 passes as a success without data
  return place?.pageUrl ?? '';
}

/** The page in which the office server of the site opens a document: '' where none does, undefined while that is not known. */
export function useOfficePage(id: string, isAsked: boolean): string | undefined {
  const isVisitor = use(VisitorHostContext) !== undefined;
  const [page, setPage] = useState<string>();
  useEffect(() => {
    if (!isAsked || isVisitor) return;
    let isLeft = false;
    const note = (address: string): void => {
      if (!isLeft) setPage(address);
    };
    officePageOf(id).then(note, () => note(''));
    return () => {
      isLeft = true;
    };
  }, [id, isAsked, isVisitor]);
  return isVisitor ? '' : page;
}

interface ViewedOnlyProps {
  /** The page of the office server, where it opens the document. */
  officePage: string | undefined;
  /** Why this editor does not, where that is known. */
  reason: string | undefined;
  view: () => void;
}

/** A document that this editor does not open: why, and the office server of the site, where that does. */
export function ViewedOnly({ officePage, reason, view }: ViewedOnlyProps): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  return (
    <ViewerMain>
      <ViewerCard title={t('notEditedHere')} role="alert">
        <Text tone="muted">{reason ?? t('notEditedHereText')}</Text>
        <Row gap={2} wrap justify="center">
          {officePage && (
            <NativeButton primary onClick={() => go(officePage, undefined, { replace: true })}>
              {t('openInOffice')}
            </NativeButton>
          )}
          <NativeButton primary={!officePage} onClick={view}>
            {t('viewInstead')}
          </NativeButton>
        </Row>
      </ViewerCard>
    </ViewerMain>
  );
}

/** Leaves a room for the office server, where the site has one and nobody else is in the room. */
export function OfficeButton({ room, state }: { room: Room<RoomState>; state: RoomState }): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const page = useOfficePage(room.id, true);
  if (!page || state.phase !== 'open' || state.people.length > 1) return null;
  const leave = async (): Promise<void> => {
    setLeaving(true);
    room.stop();
    await untilUnlocked(room.id);
    go(page, undefined, { replace: true });
  };
  return (
    <TextButton disabled={isLeaving || state.unkept} onClick={() => void leave()}>
      {t('openInOffice')}
    </TextButton>
  );
}

/** The office server takes a lock of its own, and gets the version that the session has saved. */
async function untilUnlocked(id: string): Promise<void> {
  for (let waited = 0; waited < endsWithinMs; waited += askEveryMs) {
    const detail = await call(library.documentDetail, { id }, { quiet: true }).catch(() => undefined);
    if (detail !== undefined && detail.lockUserName === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}
