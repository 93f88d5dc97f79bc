import { PieChartOutlined } from '@ant-design/icons';
import { limits } from '@dossier/contract/identity/quotas';
import { lazy } from 'react';
import { call } from '../../platform/call.ts';
import { knownPerson } from '../identity/current-user.ts';
import { type UserSection, usersAction } from '../identity/user-extensions.ts';

const mayLimit = (): boolean => knownPerson()?.deeds.includes('quotas.edit') === true;

/** This module's parts of a user's page. */
export const userSections: UserSection[] = [
  {
    id: 'quotas.own',
    shown: ({ guestOf }) => guestOf === undefined && mayLimit(),
    Component: lazy(async () => ({ default: (await import('./quotas/user-quota.tsx')).UserQuota })),
  },
];

/** This module's actions on several users. */
export const usersActions = [
  usersAction('administration.quotas', {
    id: 'quotas.set',
    label: (t) => t('setQuota'),
    icon: <PieChartOutlined />,
    shown: mayLimit,
    run: async (people, done) => {
      const { openQuota } = await import('./quotas/quotas-page.tsx');
      const [first] = people;
      // the dialog of one begins with the present limit
      const known = people.length === 1 && first ? (await call(limits.quotas, { userId: first.id })).list : [];
      openQuota(
        known.length > 0 ? known : people.map(({ id, fullName }) => ({ id, fullName, loginName: '', enabled: true, used: 0 })),
        done,
      );
    },
  }),
];
