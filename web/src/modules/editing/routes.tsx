import { type PageRoute, definePages } from '../../platform/navigation.ts';

const textEditor = () => import('./text/text-editor-page.tsx').then((m) => m.TextEditorPage);
const drawingEditor = () => import('./drawing/drawing-editor-page.tsx').then((m) => m.DrawingEditorPage);
const wordEditor = () => import('./word/word-editor-page.tsx').then((m) => m.WordEditorPage);
const workbookEditor = () => import('./workbook/workbook-editor-page.tsx').then((m) => m.WorkbookEditorPage);
const slidesEditor = () => import('./slides/slides-editor-page.tsx').then((m) => m.SlidesEditorPage);
const pdfEditor = () => import('./pdf/pdf-editor-page.tsx').then((m) => m.PdfEditorPage);

/** The editors with their bars, and the editors alone for pages around them. */
export const editingRoutes: PageRoute[] = definePages('editing.editor', [
  { path: '/edit', title: 'edit', place: 'bare', load: textEditor },
  { path: '/editOnly', title: 'edit', place: 'bare', load: textEditor },
  { path: '/editWord', title: 'edit', place: 'bare', load: wordEditor },
  { path: '/editWordOnly', title: 'edit', place: 'bare', load: wordEditor },
  { path: '/editDrawing', title: 'edit', place: 'bare', load: drawingEditor },
  { path: '/editDrawingOnly', title: 'edit', place: 'bare', load: drawingEditor },
  { path: '/editSheet', title: 'edit', place: 'bare', load: workbookEditor },
  { path: '/editSheetOnly', title: 'edit', place: 'bare', load: workbookEditor },
  { path: '/editSlides', title: 'edit', place: 'bare', load: slidesEditor },
  { path: '/editSlidesOnly', title: 'edit', place: 'bare', load: slidesEditor },
  { path: '/editPdf', title: 'edit', place: 'bare', load: pdfEditor },
  { path: '/editPdfOnly', title: 'edit', place: 'bare', load: pdfEditor },
]);
