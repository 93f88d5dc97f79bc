import { lazy } from 'react';
import { knownPerson } from '../identity/current-user.ts';
import type { UserSection } from '../identity/user-extensions.ts';

/** This module's parts of a user's page. */
export const userSections: UserSection[] = [
  {
    id: 'reports.log',
    shown: () => knownPerson()?.deeds.includes('log.see') === true,
    Component: lazy(async () => ({ default: (await import('./operation-log/user-log.tsx')).UserLog })),
  },
];
