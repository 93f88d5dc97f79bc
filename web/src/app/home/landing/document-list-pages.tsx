import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { DepartmentDocuments, RecentlyOpened } from './documents.tsx';
import { Landing, SignedIn } from './landing.tsx';

/** /zxOpenHome: the documents opened last. */
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

/** /zxDepDoc: new documents of the user's department. */
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
