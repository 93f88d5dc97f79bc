import { extensions } from '@dossier/contract/file-types';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useText } from '../../ground/text.ts';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { MadeGate } from './made-gate.tsx';
import type { View } from '../viewer/use-view.ts';
import { ViewerGate } from '../viewer/viewer-gate.tsx';
import styles from '../viewer/viewer.module.css';
import type { NestingProps, WindowProps } from '../viewer/window-props.ts';

const card = lazy(() => import('./card-window.tsx').then((m) => ({ default: m.CardWindow })));

const windows: Partial<Record<View['rendition'], ComponentType<NestingProps>>> = {
  pdf: lazy(() => import('../pdf/pdf-window.tsx').then((m) => ({ default: m.PdfWindow }))),
  pages: lazy(() => import('../pages/pages-window.tsx').then((m) => ({ default: m.PagesWindow }))),
  office: lazy(() => import('../pages/office/word-window.tsx').then((m) => ({ default: m.WordWindow }))),
  image: lazy(() => import('../pictures/picture-window.tsx').then((m) => ({ default: m.PictureWindow }))),
  audio: lazy(() => import('../films/audio/audio-window.tsx').then((m) => ({ default: m.AudioWindow }))),
  video: lazy(() => import('../films/video-window.tsx').then((m) => ({ default: m.VideoWindow }))),
  text: lazy(() => import('./source/source-window.tsx').then((m) => ({ default: m.SourceWindow }))),
  drawing: lazy(() => import('./drawing/drawing-window.tsx').then((m) => ({ default: m.DrawingWindow }))),
  sheet: lazy(() => import('./sheet/sheet-window.tsx').then((m) => ({ default: m.SheetWindow }))),
  html: lazy(() => import('./source/html-window.tsx').then((m) => ({ default: m.HtmlWindow }))),
  archive: lazy(() => import('./listing/archive-window.tsx').then((m) => ({ default: m.ArchiveWindow }))),
  mail: lazy(() => import('./listing/mail-window.tsx').then((m) => ({ default: m.MailWindow }))),
};

const slides = lazy(() => import('../pages/office/slides-window.tsx').then((m) => ({ default: m.SlidesWindow })));
const markdown = lazy(() => import('./source/markdown-window.tsx').then((m) => ({ default: m.MarkdownWindow })));
const markdowns: ReadonlySet<string> = new Set(['md', 'markdown']);

/** The window of the kind of document. */
export function DocumentWindow(open: WindowProps): ReactNode {
  const t = useText('viewer');
  const { rendition, ext } = open.view;
  const hasSlides = rendition === 'office' && extensions.slides.has(ext);
  const isMarkdown = rendition === 'text' && markdowns.has(ext);
  const Window = hasSlides ? slides : isMarkdown ? markdown : (windows[rendition] ?? card);
  return (
    <Suspense fallback={<Waiting className={styles.waiting} label={t('loading')} delay={150} />}>
      <MadeGate key={`${open.view.id} ${open.query.currentRev}`} {...open}>
        <Window {...open} Inner={DocumentWindow} />
      </MadeGate>
    </Suspense>
  );
}

/** Any document in a window of its own: the server says how it is shown, whichever viewer's address it came by. */
export function ViewerPage(): ReactNode {
  return <ViewerGate>{(open) => <DocumentWindow {...open} />}</ViewerGate>;
}
