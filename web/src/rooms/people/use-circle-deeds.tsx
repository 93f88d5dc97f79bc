import { people } from '@dossier/contract/people';
import { module } from '@dossier/contract/rights';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { askName } from './name-dialog.tsx';
import type { Circle } from './use-circles.ts';

export interface CircleDeeds {
  create: () => void;
  rename: (circle: Circle) => void;
  remove: (circle: Circle) => Promise<void>;
}

/** What a new role opens. */
const usual: number[] = [module.home, module.enterprise, module.my];

/** Creating, renaming and deleting roles or user groups; `made` hears of what was created. */
export function useCircleDeeds(kind: Circle['kind'], made: (id: string) => void): CircleDeeds {
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
      if (kind === 'role')
        askName({
          title: t('newRole'),
          ok: t('create'),
          save: async (name) => made((await createRole.mutateAsync({ name, moduleTypes: usual })).id),
        });
      else askName({ title: t('newGroup'), ok: t('create'), save: async (name) => made((await createGroup.mutateAsync({ name })).id) });
    },
    rename: (circle) => {
      const { id, name } = circle;
      const rename = circle.kind === 'group' ? renameGroup : updateRole;
      askName({ title: t('renameTitle', { name }), ok: t('rename'), name, save: (changed) => rename.mutateAsync({ id, name: changed }) });
    },
    remove: async (circle) => {
      const text = t(circle.kind === 'role' ? 'deleteRoleText' : 'deleteGroupText', { n: circle.memberCount });
      if (!(await confirm({ title: t('deleteAsk', { name: circle.name }), text, ok: t('delete'), danger: true }))) return;
      await (circle.kind === 'role' ? deleteRole : deleteGroup).mutateAsync({ id: circle.id });
    },
  };
}
