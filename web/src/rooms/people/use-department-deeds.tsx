import type { Department } from '@dossier/contract/departments';
import { people } from '@dossier/contract/people';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { askName } from './name-dialog.tsx';

export interface DepartmentDeeds {
  create: (parent?: Department) => void;
  rename: (department: Department) => void;
  remove: (department: Department) => Promise<void>;
}

/** Creating, renaming and deleting departments; `opened` unfolds the parent of a new one. */
export function useDepartmentDeeds(choose: (department: Department | undefined) => void, opened: (id: string) => void): DepartmentDeeds {
  const t = useText('people');
  const terms = { refresh: [people.departments, people.users] };
  const create = useSend(people.createDepartment, terms);
  const update = useSend(people.updateDepartment, terms);
  const remove = useSend(people.deleteDepartment, terms);
  return {
    create: (parent) =>
      askName({
        title: parent ? t('newDepartmentIn', { name: parent.name }) : t('newDepartment'),
        ok: t('create'),
        save: async (name) => {
          await create.mutateAsync({ name, ...(parent && { parentId: parent.id }) });
          if (parent) opened(parent.id);
        },
      }),
    rename: (department) =>
      askName({
        title: t('renameTitle', { name: department.name }),
        ok: t('rename'),
        name: department.name,
        save: async (name) => {
          await update.mutateAsync({ id: department.id, name });
          choose({ ...department, name });
        },
      }),
    remove: async (department) => {
      const question = { title: t('deleteAsk', { name: department.name }), text: t('deleteDepartmentText'), ok: t('delete'), danger: true };
      if (!(await confirm(question))) return;
      await remove.mutateAsync({ id: department.id });
      choose(undefined);
    },
  };
}
