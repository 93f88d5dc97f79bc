import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { DepartmentDocuments, RecentlyOpened } from './documents.tsx';
import { Landing, SignedIn } from './landing.tsx';

/** /zxOpenHome: what one opened last. */
export function RecentlyOpenedPage(): ReactNode {
  const t = useText('app.home');
  return (
    <SignedIn path="/zxOpenHome">
      <Landing title={t('recent')}>
        <RecentlyOpened heading={false} />
      </Landing>
    </SignedIn>
  );
}

/** /zxDepDoc: what is new in one's department. */
export function DepartmentDocumentsPage(): ReactNode {
  const t = useText('app.home');
  return (
    <SignedIn path="/zxDepDoc">
      <Landing title={t('department')}>
        <DepartmentDocuments heading={false} />
      </Landing>
    </SignedIn>
  );
}
