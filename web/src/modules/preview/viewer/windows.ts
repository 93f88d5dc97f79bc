import { extensions } from '@dossier/contract/core/file-types';
import type { ComponentType } from 'react';
import type { NestingProps, View } from '../view-request.ts';

type Load = () => Promise<ComponentType<NestingProps>>;

const card: Load = () => import('../windows/card-window.tsx').then((m) => m.CardWindow);
const slides: Load = () => import('../office/slides-window.tsx').then((m) => m.SlidesWindow);
const markdown: Load = () => import('../markdown/markdown-window.tsx').then((m) => m.MarkdownWindow);
const markdowns: ReadonlySet<string> = new Set(['md', 'markdown']);

const windows: Partial<Record<View['rendition'], Load>> = {
  pdf: () => import('../pdf/pdf-window.tsx').then((m) => m.PdfWindow),
  pages: () => import('../pages/pages-window.tsx').then((m) => m.PagesWindow),
  office: () => import('../office/word-window.tsx').then((m) => m.WordWindow),
  image: () => import('../images/image-window.tsx').then((m) => m.ImageWindow),
  audio: () => import('../media/audio-window.tsx').then((m) => m.AudioWindow),
  video: () => import('../media/video-window.tsx').then((m) => m.VideoWindow),
  text: () => import('../windows/source-window.tsx').then((m) => m.SourceWindow),
  drawing: () => import('../drawings/drawing-window.tsx').then((m) => m.DrawingWindow),
  excalidraw: () => import('../excalidraw/excalidraw-window.tsx').then((m) => m.ExcalidrawWindow),
  sheet: () => import('../workbooks/workbook-window.tsx').then((m) => m.WorkbookWindow),
  html: () => import('../windows/html-window.tsx').then((m) => m.HtmlWindow),
  archive: () => import('../archive-contents/archive-window.tsx').then((m) => m.ArchiveWindow),
  mail: () => import('../mail/mail-window.tsx').then((m) => m.MailWindow),
};

const loaded = new Map<Load, ComponentType<NestingProps>>();

type Kind = Pick<View, 'rendition' | 'ext'>;

function loaderOf({ rendition, ext }: Kind): Load {
  if (rendition === 'office' && extensions.slides.has(ext)) return slides;
  if (rendition === 'text' && markdowns.has(ext)) return markdown;
  return windows[rendition] ?? card;
}

/** Loads the window component for a rendition. */
export async function loadWindow(kind: Kind): Promise<void> {
  const load = loaderOf(kind);
  loaded.set(load, await load());
}

/** The window component for a rendition, once it is loaded. */
export const windowOf = (kind: Kind): ComponentType<NestingProps> | undefined => loaded.get(loaderOf(kind));

const themeless: ReadonlySet<View['rendition']> = new Set(['pdf', 'pages', 'image', 'sheet', 'drawing', 'excalidraw']);

/** Windows whose parts are wrapped in Ant Design's theme individually: their pages are visible before the theme is computed. */
export const isThemeless = ({ rendition }: Pick<View, 'rendition'>): boolean => themeless.has(rendition);

/** Starts loading a rendition's content while its window is loading. */
export async function preloadContent({ rendition, streamUrl, size, made, front: placeholder }: View): Promise<void> {
  if (made) return;
  if (placeholder) new Image().src = placeholder.url;
  if (rendition === 'image') new Image().src = streamUrl;
  // the PDF library would compete with the placeholder for the processor
  if (rendition === 'pdf' && !placeholder) (await import('../pdf-library.ts')).readPdfAhead(streamUrl, size);
}
