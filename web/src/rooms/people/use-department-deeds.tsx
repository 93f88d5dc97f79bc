import type { Department } from '@dossier/contract/departments';
import { people } from '@dossier/contract/people';
import type { MenuProps } from 'antd';
import { useRef } from 'react';
import { hasKeys, showKey } from '../../ground/hooks/use-hotkeys.ts';
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

/** The key that does what an entry of the menu does. */
const shownKey = (key: string): { extra?: string } => (hasKeys ? { extra: showKey(key) } : {});

/** One place up or down among those of a level. */
export type Step = -1 | 1;

/** What a person may do with the departments of the tree. */
export interface DepartmentDeeds extends DepartmentReach {
  create: (parent?: Department) => void;
  /** The menu of a department. */
  menuOf: (twig: Twig) => NonNullable<MenuProps['items']>;
  renameTwig: (twig: Twig) => void;
  removeTwig: (twig: Twig) => void;
  /** Whether it may change places with the one before it (-1) or after it (1). */
  mayShift: (twig: Twig, by: Step) => boolean;
  shiftTwig: (twig: Twig, by: Step) => Promise<void>;
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
  const { mayShift, shiftTwig } = useShift(tree, reach, move);
  return {
    ...reach,
    create,
    mayShift,
    shiftTwig,
    menuOf: (twig) => {
      const { department } = twig;
      const offered = [
        reach.mayMoveInto(twig) && { key: 'create', label: t('newDepartmentBelow'), onClick: () => create(department) },
        reach.mayMoveInto(twig) && { key: 'rename', label: t('rename'), ...shownKey('F2'), onClick: () => rename(department) },
        reach.mayMove(twig) && { key: 'move', label: t('moveTo'), onClick: () => askMove(department) },
        mayShift(twig, -1) && { key: 'up', label: t('moveUp'), ...shownKey('alt+↑'), onClick: () => void shiftTwig(twig, -1) },
        mayShift(twig, 1) && { key: 'down', label: t('moveDown'), ...shownKey('alt+↓'), onClick: () => void shiftTwig(twig, 1) },
        reach.maySetHeads && { key: 'heads', label: t('headsMenu'), onClick: () => openHeads(department) },
        reach.mayMove(twig) && {
          key: 'delete',
          label: t('delete'),
          danger: true,
          ...shownKey('Delete'),
          onClick: () => remove(department),
        },
      ];
      return offered.filter((item) => item !== false);
    },
    renameTwig: (twig) => reach.mayMoveInto(twig) && rename(twig.department),
    removeTwig: (twig) => reach.mayMove(twig) && remove(twig.department),
    drop: (department, place) => void drop(department, place).catch(() => undefined),
  };
}

/** Changes places with a neighbour of the same level, one step after the other. */
function useShift(tree: DepartmentTree, reach: DepartmentReach, move: (department: Department, place: Place) => Promise<void>) {
  const shifting = useRef(false);
  const mayShift = (twig: Twig, by: Step): boolean => {
    const to = twig.at + by;
    return reach.mayMoveBeside(twig) && to >= 1 && to <= twig.beside;
  };
  const shiftTwig = async (twig: Twig, by: Step): Promise<void> => {
    if (shifting.current || !mayShift(twig, by)) return;
    shifting.current = true;
    const { department, at } = twig;
    const parent = department.parentId === undefined ? undefined : tree.find(department.parentId);
    // places count from 1, so that the one before it stands at `at - 2`
    const next = tree.level(department.parentId ?? '')[by < 0 ? at - 2 : at + 1];
    try {
      await move(department, { ...(parent && { parent }), beside: next ? { before: next.id } : {} });
    } catch {
      // the refusal has been shown by `call`
    } finally {
      shifting.current = false;
      // what is put elsewhere in the page loses the focus
      setTimeout(() => document.querySelector<HTMLElement>(`[role=treeitem][data-id="${department.id}"]`)?.focus());
    }
  };
  return { mayShift, shiftTwig };
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
