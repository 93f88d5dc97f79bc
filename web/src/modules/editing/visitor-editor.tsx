import { type Editor, editorOf } from '@dossier/contract/core/file-types';
import type { OpenedDocument } from '@dossier/contract/editing/editing';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import { links } from '@dossier/contract/sharing/shares';
import { type ComponentType, type ReactNode, Suspense, lazy, useCallback, useEffect, useMemo, useState } from 'react';
import { CallError, call } from '../../platform/call.ts';
import { currentLanguage, useText } from '../../platform/i18n.ts';
import { EditorFrame, type EditorProps, Opening, Refused, type VisitorHost, VisitorHostContext } from './editor-parts.tsx';

/** The editors of visitors: each comes once a document of its kind is open. */
const editors: Partial<Record<Editor, ComponentType<EditorProps>>> = {
  text: lazy(() => import('./text/text-editor-page.tsx').then((m) => ({ default: m.TextRoom }))),
  drawing: lazy(() => import('./drawing/drawing-editor-page.tsx').then((m) => ({ default: m.DrawingRoom }))),
  workbook: lazy(() => import('./workbook/workbook-editor-page.tsx').then((m) => ({ default: m.WorkbookEditor }))),
  slides: lazy(() => import('./slides/slides-editor-page.tsx').then((m) => ({ default: m.SlidesEditor }))),
};

interface VisitorEditorProps extends Pick<VisitorHost, 'leave' | 'view'> {
  /** The token of the link. */
  token: string;
  id: string;
}

/** The editor of a shared document, for the visitor of its link. */
export function VisitorEditor({ token, id, leave, view }: VisitorEditorProps): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((last) => last + 1), []);
  // a share session that has ended leaves what was typed on the screen
  const open = useCallback(() => call(linkEditing.open, { token, id, lang: currentLanguage() }, { quiet: true, stay: true }), [token, id]);
  const previewToken = useCallback(async () => (await call(links.view, { token, id }, { quiet: true, stay: true })).look, [token, id]);
  const host = useMemo((): VisitorHost => ({ openRoom: open, previewToken, leave, view }), [open, previewToken, leave, view]);
  return (
    <VisitorHostContext value={host}>
      <Visit key={`${id} ${attempt}`} id={id} host={host} again={again} />
    </VisitorHostContext>
  );
}

/** One attempt to open a document: its type says which editor is loaded, which then goes on with what was opened. */
function Visit({ id, host, again }: { id: string; host: VisitorHost; again: () => void }): ReactNode {
  const [opened, setOpened] = useState<OpenedDocument | CallError>();
  const { openRoom, view } = host;
  useEffect(() => {
    let isLeft = false;
    const show = (answer: OpenedDocument | CallError): void => {
      if (isLeft) return;
      // 4614 passes as a success without data
      if (answer instanceof CallError || (answer as OpenedDocument | null)?.roomUrl !== undefined) setOpened(answer);
      else view();
    };
    openRoom(id).then(show, (error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      show(error);
    });
    return () => {
      isLeft = true;
    };
  }, [openRoom, view, id]);
  const own = useMemo((): VisitorHost => {
    let first = opened instanceof CallError ? undefined : opened;
    const openOnce = async (): Promise<OpenedDocument> => {
      const given = first;
      first = undefined;
      return given ?? openRoom(id);
    };
    return { ...host, openRoom: openOnce };
  }, [opened, host, openRoom, id]);
  if (opened === undefined || opened instanceof CallError) return <Unopened id={id} refusal={opened} again={again} />;
  const OwnEditor = editors[editorOf(opened.ext) ?? 'text'];
  return (
    <VisitorHostContext value={own}>
      <Suspense fallback={<Unopened id={id} name={opened.name} ext={opened.ext} again={again} />}>
        {OwnEditor && <OwnEditor id={id} isAlone={false} again={again} />}
      </Suspense>
    </VisitorHostContext>
  );
}

interface UnopenedProps {
  id: string;
  name?: string;
  ext?: string;
  refusal?: CallError | undefined;
  again: () => void;
}

/** The window while its document, or the editor, is on its way; or why there is none. */
function Unopened({ id, name, ext, refusal, again }: UnopenedProps): ReactNode {
  const t = useText('editing.editor');
  return (
    <EditorFrame title={name ?? t('edit')} {...(ext !== undefined && { ext })} isAlone={false}>
      {refusal === undefined ? <Opening /> : <Refused id={id} refusal={refusal} again={again} />}
    </EditorFrame>
  );
}
