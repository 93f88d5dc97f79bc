import { EyeOutlined } from '@ant-design/icons';
import { personAction } from '../../ground/person-action.ts';

/** What this room adds to people. */
export const personActions = [
  personAction('permissions', {
    id: 'permissions.reach',
    label: (t) => t('reachOf'),
    icon: <EyeOutlined />,
    run: async (person) => (await import('./reach-dialog.tsx')).openReach(person),
  }),
];
