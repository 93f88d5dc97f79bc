import { UserSwitchOutlined } from '@ant-design/icons';
import { userAction } from './user-extensions.ts';
import { mayViewAs, openViewAs } from './view-as.ts';

/** This module's actions on users. */
export const personActions = [
  userAction('identity.sign-in', {
    id: 'session.viewAs',
    label: (t) => t('viewAsThem'),
    icon: <UserSwitchOutlined />,
    shown: ({ id }) => mayViewAs(id),
    run: ({ id }) => openViewAs(id),
  }),
];
