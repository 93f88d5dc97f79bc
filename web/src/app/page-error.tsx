import type { ReactNode } from 'react';
import { ErrorBox } from '../ground/ui/error-box.tsx';

/** What stands in place of a page that failed: mostly a lost network, or a chunk of an older build. */
export function PageError({ error }: { error: unknown }): ReactNode {
  return (
    <main>
      <ErrorBox error={error} retry={() => location.reload()} />
    </main>
  );
}
