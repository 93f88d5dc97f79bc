import { type ReactNode, Suspense, lazy } from 'react';
import { EditorFrame } from '../editor-parts.tsx';

const WorkbookGrid = lazy(() => import('./workbook-grid.tsx').then((m) => ({ default: m.WorkbookGrid })));

export const WorkbookEditorPage = (): ReactNode => (
  <EditorFrame title="Book" ext="xlsx" isAlone={false}>
    <Suspense>
      <WorkbookGrid />
    </Suspense>
  </EditorFrame>
);
