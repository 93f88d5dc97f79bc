import { UserSwitchOutlined } from '@ant-design/icons';
import { personAction } from '../../ground/person-action.ts';
import { mayViewAs, openViewAs } from './open-view-as.ts';

/** What this room adds to people. */
export const personActions = [
  personAction('session', {
    id: 'session.viewAs',
    label: (t) => t('viewAsThem'),
    icon: <UserSwitchOutlined />,
    shown: ({ id }) => mayViewAs(id),
    run: ({ id }) => openViewAs(id),
  }),
];
