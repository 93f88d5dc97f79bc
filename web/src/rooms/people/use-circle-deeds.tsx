import { people } from '@dossier/contract/people';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { askName } from './name-dialog.tsx';
import { askRole } from './role-dialog.tsx';
import type { Circle } from './use-circles.ts';

export interface CircleDeeds {
  create: () => void;
  edit: (circle: Circle) => void;
  remove: (circle: Circle) => Promise<void>;
}

/** Creating, changing and deleting roles or user groups. */
export function useCircleDeeds(kind: Circle['kind']): CircleDeeds {
  const t = useText('people');
  const roleTerms = { refresh: [people.roles, people.users] };
  const groupTerms = { refresh: [people.groups, people.users] };
  const createGroup = useSend(people.createGroup, groupTerms);
  const renameGroup = useSend(people.renameGroup, groupTerms);
  const deleteGroup = useSend(people.deleteGroup, groupTerms);
  const createRole = useSend(people.createRole, roleTerms);
  const updateRole = useSend(people.updateRole, roleTerms);
  const deleteRole = useSend(people.deleteRole, roleTerms);
  return {
    create: () => {
      if (kind === 'role') askRole({ title: t('newRole'), ok: t('create'), save: (role) => createRole.mutateAsync(role) });
      else askName({ title: t('newGroup'), ok: t('create'), save: (name) => createGroup.mutateAsync({ name }) });
    },
    edit: (circle) => {
      if (circle.kind === 'group') {
        const save = (name: string): Promise<unknown> => renameGroup.mutateAsync({ id: circle.id, name });
        return askName({ title: t('renameTitle', { name: circle.name }), ok: t('rename'), name: circle.name, save });
      }
      const { id, name, moduleTypes } = circle;
      askRole({
        title: t('editRoleTitle', { name }),
        ok: t('save'),
        role: { name, moduleTypes },
        save: (role) => updateRole.mutateAsync({ id, ...role }),
      });
    },
    remove: async (circle) => {
      const text = t(circle.kind === 'role' ? 'deleteRoleText' : 'deleteGroupText', { n: circle.memberCount });
      if (!(await confirm({ title: t('deleteAsk', { name: circle.name }), text, ok: t('delete'), danger: true }))) return;
      await (circle.kind === 'role' ? deleteRole : deleteGroup).mutateAsync({ id: circle.id });
    },
  };
}
