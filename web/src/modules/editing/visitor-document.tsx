import { editorOf } from '@dossier/contract/core/file-types';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import { links } from '@dossier/contract/sharing/shares';
import { type ReactNode, Suspense, lazy, useEffect, useMemo, useState } from 'react';
import { CallError, call } from '../../platform/call.ts';
import { currentLanguage, useText } from '../../platform/i18n.ts';
import { Spinner } from '../../platform/ui/spinner.tsx';
import { ViewerMain, Waiting } from '../preview/viewer-parts.tsx';
import { EditorFrame, Refused, type VisitorHost, VisitorHostContext } from './editor-parts.tsx';
import { VisitorEditor } from './visitor-editor.tsx';

const VisitorWord = lazy(() => import('./word/visitor-word.tsx').then((m) => ({ default: m.VisitorWord })));

interface VisitorDocumentProps extends Pick<VisitorHost, 'leave' | 'view'> {
  /** The token of the link. */
  token: string;
  id: string;
}

// a share session that has ended leaves what was typed on the screen
const stay = { quiet: true, stay: true };

/** A shared document in the editor of its type, for the visitor of its link. */
export function VisitorDocument({ token, id, leave, view }: VisitorDocumentProps): ReactNode {
  const [attempt, setAttempt] = useState(0);
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
      <Attempt key={`${id} ${attempt}`} token={token} id={id} host={host} again={() => setAttempt(attempt + 1)} />
    </VisitorHostContext>
  );
}

interface AttemptProps {
  token: string;
  id: string;
  host: VisitorHost;
  again: () => void;
}

/** One attempt to open a document: asks first whether it may be edited now, and of what type it is. */
function Attempt({ token, id, host, again }: AttemptProps): ReactNode {
  const { leave, view } = host;
  const [found, setFound] = useState<{ ext: string } | CallError>();
  useEffect(() => {
    let isLeft = false;
    call(linkEditing.preEdit, { token, id }, stay).then(
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
  const isRefused = found instanceof CallError;
  if (found === undefined || isRefused) return <Unopened id={id} refusal={isRefused ? found : undefined} again={again} />;
  if (editorOf(found.ext) !== 'word') return <VisitorEditor token={token} id={id} leave={leave} view={view} />;
  return (
    <Suspense fallback={<Unopened id={id} again={again} />}>
      <VisitorWord token={token} id={id} again={again} />
    </Suspense>
  );
}

/** The window while the editor is on its way, or why the document cannot be edited now. */
function Unopened({ id, refusal, again }: { id: string; refusal?: CallError | undefined; again: () => void }): ReactNode {
  const t = useText('editing.editor');
  return (
    <EditorFrame title={t('edit')} isAlone={false}>
      {refusal === undefined ? (
        <ViewerMain>
          <Waiting>
            <Spinner label={t('loading')} delay={300} />
          </Waiting>
        </ViewerMain>
      ) : (
        <Refused id={id} refusal={refusal} again={again} />
      )}
    </EditorFrame>
  );
}
