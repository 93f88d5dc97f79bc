import { type ReactNode, use } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { NoticeLine, TextButton } from '../../preview/viewer-parts.tsx';
import { VisitorHostContext } from '../editor-parts.tsx';
import { useSignedOutLine } from '../signed-out.tsx';
import type { DraftSession, DraftState } from './draft-session.ts';

/** What is said of a session that is over. */
const closedTexts = { revised: 'revised', taken: 'taken', rest: 'restedFile' } as const;

interface TroubleProps {
  session: DraftSession;
  state: DraftState;
  /** Opens the document anew. */
  again: () => void;
  /** The page of the editor. */
  page: '/editWord' | '/editPdf';
  /** What is said where nothing is unusual. */
  otherwise: ReactNode;
}

/** The line above the document that says what is unusual, and offers what was written where no version has it. */
export function FileTrouble({ session, state, again, page, otherwise }: TroubleProps): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const isVisitor = use(VisitorHostContext) !== undefined;
  const { phase, readOnly, closed, failing, unkept, saveTrouble, isDamaged, name } = state;
  const download = <TextButton onClick={() => void downloadDraft(session, name)}>{t('downloadFile')}</TextButton>;
  const own = unkept && (
    <>
      <span>{t('notKept')}</span>
      {download}
    </>
  );
  // what was written waits for its writer: it is not lost
  const signedOut = useSignedOutLine(unkept && download);
  const discard = async (): Promise<void> => {
    await session.discard();
    notice.success(t('discarded'));
    again();
  };
  if (signedOut !== undefined) return signedOut;
  if (phase === 'closed') {
    const { reason, copy, writerName: writer } = closed ?? {};
    return (
      <NoticeLine role="alert">
        <span>{reason === 'takenOver' ? t('takenOver', { name: writer ?? t('holder') }) : t(closedTexts[reason ?? 'rest'])}</span>
        {isVisitor && reason === 'revised' && <span>{t('keptForVisitor')}</span>}
        {copy && <span>{t('keptAs', { name: copy.name })}</span>}
        {own}
        <TextButton onClick={again}>{t(reason === 'revised' ? 'openNew' : reason === 'takenOver' ? 'openAgain' : 'goOn')}</TextButton>
        {copy && <TextButton onClick={() => go(page, { id: copy.id })}>{t('openCopy')}</TextButton>}
      </NoticeLine>
    );
  }
  if (readOnly !== undefined)
    return (
      <NoticeLine role="alert">
        <span>{t('readOnly', { reason: readOnly.message })}</span>
        {own}
        <TextButton onClick={again}>{t('tryAgain')}</TextButton>
      </NoticeLine>
    );
  if (phase === 'offline') return <NoticeLine role="alert">{t('offline')}</NoticeLine>;
  if (saveTrouble !== undefined)
    return (
      <NoticeLine role="alert">
        <span>{t('saveFailed', { reason: saveTrouble })}</span>
        {!unkept && <span>{t('keptWithout')}</span>}
        {download}
        {isDamaged && <TextButton onClick={() => void discard().catch(() => undefined)}>{t('discard')}</TextButton>}
      </NoticeLine>
    );
  if (failing) return <NoticeLine role="alert">{t('failing')}</NoticeLine>;
  return otherwise;
}

async function downloadDraft(session: DraftSession, name: string): Promise<void> {
  const address = URL.createObjectURL(await session.draft());
  saveFile(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
