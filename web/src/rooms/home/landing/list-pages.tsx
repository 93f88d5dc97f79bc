import type { ReactNode } from 'react';
import { useText } from '../../../ground/text.ts';
import { OfDepartment, Opened } from './documents.tsx';
import { Landing, SignedIn } from './landing.tsx';

/** /zxOpenHome: what one opened last. */
export function OpenedPage(): ReactNode {
  const t = useText('home');
  return (
    <SignedIn path="/zxOpenHome">
      <Landing title={t('recent')}>
        <Opened heading={false} />
      </Landing>
    </SignedIn>
  );
}

/** /zxDepDoc: what is new in one's department. */
export function DepartmentPage(): ReactNode {
  const t = useText('home');
  return (
    <SignedIn path="/zxDepDoc">
      <Landing title={t('department')}>
        <OfDepartment heading={false} />
      </Landing>
    </SignedIn>
  );
}
