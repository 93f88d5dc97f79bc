import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';

const Source = lazy(() => import('./source-window.tsx').then((m) => ({ default: m.SourceWindow })));

/** The source of a document that is mostly read otherwise: the editor is large, and comes when somebody asks for it. */
export function SourceLater(props: ComponentProps<typeof Source>): ReactNode {
  return (
    <Suspense>
      <Source {...props} />
    </Suspense>
  );
}
