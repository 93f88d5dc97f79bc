import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../../ground/idle.ts';
import { useListPrefs } from '../list/list-prefs.ts';
import type { DetailsPane } from './details-pane.tsx';

const load = () => import('./details-pane.tsx');
const Pane = lazy(async () => ({ default: (await load()).DetailsPane }));

/** The details pane; it comes when it is first opened, or when the rows have been drawn. */
export function Details(props: ComponentProps<typeof DetailsPane>): ReactNode {
  const open = useListPrefs((prefs) => prefs.details);
  const [seen, setSeen] = useState(open);
  if (open && !seen) setSeen(true);
  // What fails here is asked for again when the pane is opened.
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), []);
  return (
    seen && (
      <Suspense fallback={null}>
        <Pane {...props} />
      </Suspense>
    )
  );
}
