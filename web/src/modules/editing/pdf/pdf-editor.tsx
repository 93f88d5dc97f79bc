import 'pdfjs-dist/web/pdf_viewer.css';
import { type RefObject, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useText } from '../../../platform/i18n.ts';
import { Stack } from '../../../platform/ui/layout.tsx';
import { PagesRegion, ViewerMessage } from '../../preview/viewer-parts.tsx';
import { Opening } from '../editor-parts.tsx';
import type { DraftSession } from '../files/draft-session.ts';
import { PdfEditing } from './pdf-editing.ts';
import './pdf-editor.css';
import { PdfTools } from './pdf-tools.tsx';
import { usePdfComments } from './use-pdf-comments.ts';

interface PdfEditorProps {
  session: DraftSession;
  bytes: Uint8Array;
  name: string;
  /** Whether anything may be changed. */
  isWritable: boolean;
  /** The pages, while they are shown. */
  shown: (editing: PdfEditing | undefined) => void;
}

/** Opens a PDF in a container, for as long as its page is shown and until all that was written has been sent. */
function usePdfEditing(container: RefObject<HTMLDivElement | null>, { session, bytes }: PdfEditorProps): PdfEditing | undefined {
  const t = useText('editing.pdf');
  const v = useText('preview.viewer');
  const texts = useRef({ t, v });
  texts.current = { t, v };
  const [editing, setEditing] = useState<PdfEditing>();
  useLayoutEffect(() => {
    const { current: box } = container;
    if (box === null) return undefined;
    const { t: text, v: word } = texts.current;
    const opened = new PdfEditing({
      container: box,
      bytes,
      labels: {
        remove: text('remove'),
        text: text('text'),
        highlight: text('highlight'),
        ink: text('ink'),
        picture: text('picture'),
        colour: text('colour'),
        yellow: text('yellow'),
        green: text('green'),
        blue: text('blue'),
        pink: text('pink'),
        red: text('red'),
        resize: text('resize'),
        added: text('added'),
        typeHere: text('typeHere'),
      },
      labelPage: (page) => word('pageN', { count: page }),
      changed: () => session.changed(),
    });
    void session.attach(
      () => opened.save(),
      () => opened.look(),
    );
    setEditing(opened);
    // before the page asks whether it may be left
    const commit = (): void => opened.commit();
    addEventListener('beforeunload', commit, { capture: true });
    addEventListener('pagehide', commit, { capture: true });
    return () => {
      removeEventListener('beforeunload', commit, { capture: true });
      removeEventListener('pagehide', commit, { capture: true });
      opened.leave();
      // the last draft is read out after the page has gone
      setTimeout(() => void session.parted().finally(() => opened.close()));
    };
  }, [container, session, bytes]);
  return editing;
}

/** The pages of a PDF, with the tools that write on them above. */
export function PdfEditor(props: PdfEditorProps): ReactNode {
  const { name, isWritable, shown } = props;
  const t = useText('editing.pdf');
  const container = useRef<HTMLDivElement>(null);
  const editing = usePdfEditing(container, props);
  const latest = useRef(shown);
  latest.current = shown;
  useEffect(() => latest.current(editing), [editing]);
  useEffect(() => {
    if (!isWritable) editing?.take('none');
  }, [editing, isWritable]);
  return (
    <Stack grow>
      {editing && isWritable && <PdfTools editing={editing} />}
      <div className="pdfEditing" {...(!isWritable && { inert: true })}>
        <PagesRegion ref={container} label={name}>
          <div className="pdfViewer" />
        </PagesRegion>
        {editing && <Places editing={editing} />}
        {editing && <Phase editing={editing} failed={t('failed')} />}
      </div>
    </Stack>
  );
}

function Places({ editing }: { editing: PdfEditing }): null {
  usePdfComments(editing);
  return null;
}

function Phase({ editing, failed }: { editing: PdfEditing; failed: string }): ReactNode {
  const phase = useStore(editing.store, (state) => state.phase);
  if (phase === 'opening') return <Opening />;
  return phase === 'failed' && <ViewerMessage role="alert">{failed}</ViewerMessage>;
}
