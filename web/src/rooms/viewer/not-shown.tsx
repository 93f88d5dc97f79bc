import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import { Dress } from '../../ground/ui/dress.tsx';

// With the parts of the toolkit that they stand on, which whoever sees a document need not wait for.
const Card = lazy(() => import('./document-card.tsx').then((m) => ({ default: m.DocumentCard })));
const Notice = lazy(() => import('./reload-notice.tsx').then((m) => ({ default: m.ReloadNotice })));

/** The card of a document, loaded where it cannot be shown after all. */
export function CardInstead(props: ComponentProps<typeof Card>): ReactNode {
  return (
    <Dress>
      <Suspense>
        <Card {...props} />
      </Suspense>
    </Dress>
  );
}

/** The notice that a document did not come, and how it is asked for again. */
export function NoticeInstead(props: ComponentProps<typeof Notice>): ReactNode {
  return (
    <Dress>
      <Suspense>
        <Notice {...props} />
      </Suspense>
    </Dress>
  );
}
