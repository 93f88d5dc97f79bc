import { type LinkEditor, visitorEditorOf } from '@dossier/contract/core/file-types';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import { links } from '@dossier/contract/sharing/shares';
import { type ComponentType, type ReactNode, Suspense, lazy, useCallback, useEffect, useMemo, useState } from 'react';
import { CallError, call } from '../../platform/call.ts';
import { currentLanguage, useText } from '../../platform/i18n.ts';
import { EditorFrame, type EditorProps, Opening, type VisitorHost, VisitorHostContext } from './editor-parts.tsx';
import { RefusedPage } from './refused-page.tsx';

interface LinkProps {
  /** The token of the link. */
  token: string;
}

/** The editors of visitors: each is loaded once the type of the document is known. */
const editors: Record<LinkEditor, ComponentType<EditorProps & LinkProps>> = {
  text: lazy(() => import('./text/text-editor-page.tsx').then((m) => ({ default: m.TextRoom }))),
  drawing: lazy(() => import('./drawing/drawing-editor-page.tsx').then((m) => ({ default: m.DrawingRoom }))),
  workbook: lazy(() => import('./workbook/workbook-editor-page.tsx').then((m) => ({ default: m.WorkbookEditor }))),
  slides: lazy(() => import('./slides/slides-editor-page.tsx').then((m) => ({ default: m.SlidesEditor }))),
  word: lazy(() => import('./word/visitor-word.tsx').then((m) => ({ default: m.VisitorWord }))),
};

// a share session that has ended leaves what was typed on the screen
const stay = { quiet: true, stay: true };

interface VisitorEditorProps extends LinkProps, Pick<VisitorHost, 'leave' | 'view'> {
  id: string;
}

/** A shared document in the editor of its type, for the visitor of its link. */
export function VisitorEditor({ token, id, leave, view }: VisitorEditorProps): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((last) => last + 1), []);
  const host = useMemo(
    (): VisitorHost => ({
      openRoom: () => call(linkEditing.open, { token, id, lang: currentLanguage() }, stay),
      previewToken: async () => (await call(links.view, { token, id }, stay)).look,
      leave,
      view,
    }),
    [token, id, leave, view],
  );
  return (
    <VisitorHostContext value={host}>
      <Attempt key={`${id} ${attempt}`} token={token} id={id} view={view} again={again} />
    </VisitorHostContext>
  );
}

/** One attempt to open a document: asks first whether it may be edited now, and of what type it is. */
function Attempt({ token, id, view, again }: Omit<VisitorEditorProps, 'leave'> & { again: () => void }): ReactNode {
  const [found, setFound] = useState<{ ext: string } | CallError>();
  useEffect(() => {
    let isLeft = false;
    call(linkEditing.preEdit, { token, id, lang: currentLanguage() }, stay).then(
      (answer: { ext: string } | null) => {
        if (isLeft) return;
        // 4614 passes as a success without data
        if (answer?.ext === undefined) view();
        else setFound(answer);
      },
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        if (!isLeft) setFound(error);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [token, id, view]);
  if (found === undefined || found instanceof CallError) return <Unopened id={id} refusal={found} again={again} />;
  const OwnEditor = editors[visitorEditorOf(found.ext) ?? 'text'];
  return (
    <Suspense fallback={<Unopened id={id} ext={found.ext} again={again} />}>
      <OwnEditor token={token} id={id} isAlone={false} again={again} />
    </Suspense>
  );
}

interface UnopenedProps {
  id: string;
  ext?: string;
  refusal?: CallError | undefined;
  again: () => void;
}

/** The window while its document, or the editor, is on its way; or why there is none. */
function Unopened({ id, ext, refusal, again }: UnopenedProps): ReactNode {
  const t = useText('editing.editor');
  const more = ext !== undefined && { ext };
  if (refusal !== undefined) return <RefusedPage id={id} {...more} isAlone={false} refusal={refusal} again={again} />;
  return (
    <EditorFrame title={t('edit')} {...(ext !== undefined && { ext })} isAlone={false}>
      <Opening />
    </EditorFrame>
  );
}
