import type { Department } from '@dossier/contract/departments';
import { people } from '@dossier/contract/people';
import type { MenuProps } from 'antd';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { useSend } from '../../ground/use-call.ts';
import { openHeads } from './heads-dialog.tsx';
import { agreesToMove, moveDepartment } from './move-department.ts';
import { openMoveDialog } from './move-dialog.tsx';
import { askName } from './name-dialog.tsx';
import type { Place } from './drop-place.ts';
import type { DepartmentTree, Twig } from './use-department-tree.ts';
import { type DepartmentReach, useDepartmentReach } from './use-department-reach.ts';

/** What a person may do with the departments of the tree. */
export interface DepartmentDeeds extends DepartmentReach {
  create: (parent?: Department) => void;
  /** The menu of a department. */
  menuOf: (twig: Twig) => NonNullable<MenuProps['items']>;
  renameTwig: (twig: Twig) => void;
  removeTwig: (twig: Twig) => void;
  /** Lets go of a department that was dragged to a place. */
  drop: (department: Department, place: Place) => void;
}

/** Creating, renaming, moving and deleting departments, and saying who heads them. */
export function useDepartmentDeeds(tree: DepartmentTree): DepartmentDeeds {
  const t = useText('people');
  const reach = useDepartmentReach();
  const { create, rename, remove } = useSimpleDeeds(tree);
  const nextTo = (department: Department): string | undefined => {
    const level = tree.level(department.parentId ?? '');
    return level[level.findIndex(({ id }) => id === department.id) + 1]?.id;
  };
  const move = async (department: Department, place: Place): Promise<void> => {
    await moveDepartment(department, place, nextTo(department));
    if (place.parent) tree.turn(place.parent.id, true);
  };
  const askMove = (department: Department): void =>
    openMoveDialog({ department, top: reach.mayCreateAtTop, move: (place) => move(department, place) });
  const drop = async (department: Department, place: Place): Promise<void> => {
    const isElsewhere = place.parent?.id !== department.parentId;
    if (!isElsewhere && [department.id, nextTo(department)].includes(place.beside?.before)) return;
    if (!isElsewhere || (await agreesToMove(department, place))) await move(department, place);
  };
  return {
    ...reach,
    create,
    menuOf: (twig) => {
      const { department } = twig;
      const offered = [
        reach.mayMoveInto(twig) && { key: 'create', label: t('newDepartmentBelow'), onClick: () => create(department) },
        reach.mayMoveInto(twig) && { key: 'rename', label: t('rename'), onClick: () => rename(department) },
        reach.mayMove(twig) && { key: 'move', label: t('moveTo'), onClick: () => askMove(department) },
        reach.maySetHeads && { key: 'heads', label: t('headsMenu'), onClick: () => openHeads(department) },
        reach.mayMove(twig) && { key: 'delete', label: t('delete'), danger: true, onClick: () => remove(department) },
      ];
      return offered.filter((item) => item !== false);
    },
    renameTwig: (twig) => reach.mayMoveInto(twig) && rename(twig.department),
    removeTwig: (twig) => reach.mayMove(twig) && remove(twig.department),
    drop: (department, place) => void drop(department, place).catch(() => undefined),
  };
}

function useSimpleDeeds(tree: DepartmentTree) {
  const t = useText('people');
  const terms = { refresh: [people.departments, people.findDepartments, people.users] };
  const create = useSend(people.createDepartment, terms);
  const update = useSend(people.updateDepartment, terms);
  const erase = useSend(people.deleteDepartment, terms);
  const remove = async (department: Department): Promise<void> => {
    const question = { title: t('deleteAsk', { name: department.name }), text: t('deleteDepartmentText'), ok: t('delete'), danger: true };
    if (!(await confirm(question))) return;
    tree.forget(department.id);
    await erase.mutateAsync({ id: department.id });
    if (tree.chosen?.id === department.id) tree.choose(undefined);
  };
  return {
    create: (parent?: Department): void =>
      askName({
        title: parent ? t('newDepartmentIn', { name: parent.name }) : t('newDepartment'),
        ok: t('create'),
        save: async (name) => {
          await create.mutateAsync({ name, ...(parent && { parentId: parent.id }) });
          if (parent) tree.turn(parent.id, true);
        },
      }),
    rename: ({ id, name }: Department): void =>
      askName({
        title: t('renameTitle', { name }),
        ok: t('rename'),
        name,
        save: (next) => update.mutateAsync({ id, name: next }),
      }),
    remove: (department: Department): void => void remove(department).catch(() => undefined),
  };
}
