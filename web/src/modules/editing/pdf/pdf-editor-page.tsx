import { type ReactNode, Suspense, lazy, useEffect, useRef } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { NoticeLine } from '../../preview/viewer-parts.tsx';
import { EditorFrame, EditorPage, type EditorProps, Opening } from '../editor-parts.tsx';
import { DraftSession, type DraftState } from '../files/draft-session.ts';
import { fileCallsOfUser } from '../files/file-calls.ts';
import { FileBarEnd } from '../files/file-bar-end.tsx';
import { FileTrouble } from '../files/file-trouble.tsx';
import { useDraftSession } from '../files/use-draft-session.ts';
import { RefusedPage } from '../refused-page.tsx';
import type { PdfEditing } from './pdf-editing.ts';

const loadEditor = () => import('./pdf-editor.tsx').then((m) => ({ default: m.PdfEditor }));
// the library comes while the document is being opened
const PdfEditor = lazy(loadEditor);

/** A PDF that one person at a time annotates, and whose form they fill in. */
export const PdfEditorPage = (): ReactNode => <EditorPage alone="/editPdfOnly" ext="pdf" Editor={OpenPdf} />;

function OpenPdf({ id, isAlone, again }: EditorProps): ReactNode {
  const t = useText('editing.editor');
  const { session, state } = useDraftSession(() => new DraftSession(fileCallsOfUser(id)), t('pdfViewOnly'));
  const { phase, name } = state;
  useEffect(() => void loadEditor().catch(() => undefined), []);
  if (phase === 'refused') return <RefusedPage id={id} ext="pdf" isAlone={isAlone} refusal={state.refusal} again={again} />;
  if (state.bytes === undefined)
    return (
      <EditorFrame title={name || t('edit')} ext="pdf" isAlone={isAlone}>
        <Opening />
      </EditorFrame>
    );
  return <PdfWindow session={session} state={state} bytes={state.bytes} isAlone={isAlone} again={again} />;
}

interface PdfWindowProps extends Omit<EditorProps, 'id'> {
  session: DraftSession;
  state: DraftState;
  bytes: Uint8Array;
}

function PdfWindow({ session, state, bytes, isAlone, again }: PdfWindowProps): ReactNode {
  const t = useText('editing.editor');
  const { phase, name, ext, readOnly, isSigned } = state;
  const editing = useRef<PdfEditing>(undefined);
  const isSignedLine = isSigned && <NoticeLine role="status">{t('pdfSigned')}</NoticeLine>;
  return (
    <EditorFrame
      title={name}
      ext={ext}
      isAlone={isAlone}
      notice={<FileTrouble session={session} state={state} again={again} page="/editPdf" otherwise={isSignedLine} />}
      {...(phase !== 'closed' && {
        writing: { id: session.id, save: () => session.save(), isShared: false, changed: () => void session.keep() },
      })}
      commented={{
        id: session.id,
        shows: ['area', 'point', 'words'],
        selection: { kind: 'words', place: () => editing.current?.places.selected },
      }}
      end={<FileBarEnd session={session} state={state} isAlone={isAlone} />}
    >
      <Suspense fallback={<Opening />}>
        <PdfEditor
          session={session}
          bytes={bytes}
          name={name}
          isWritable={readOnly === undefined && phase !== 'closed'}
          shown={(opened) => {
            editing.current = opened;
          }}
        />
      </Suspense>
    </EditorFrame>
  );
}
