import type { Department } from '@dossier/contract/identity/departments';
import { people } from '@dossier/contract/identity/users';
import { Form, type MenuProps } from 'antd';
import { type ReactNode, useRef } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { FormDialog, openNameDialog } from '../../../platform/ui/form-dialog.tsx';
import { hasKeys, showKey } from '../../../platform/ui/hotkeys.ts';
import { UserSelect } from '../user-select.tsx';
import { type DepartmentPosition, confirmMove, moveDepartment, openMoveDialog } from './move-department.tsx';
import { type DepartmentNode, type DepartmentTreeScope, type DepartmentTreeState, useDepartmentTreeScope } from './use-department-tree.ts';

/** Opens the dialog that says who heads a department. */
export function openHeads(department: Department): void {
  openDialog((close) => <HeadsDialog department={department} close={close} />);
}

function HeadsDialog({ department, close }: { department: Department; close: () => void }): ReactNode {
  const t = useText('identity.users');
  const { id, name, heads } = department;
  const set = useCallMutation(people.setHeads, { refresh: [people.departments, people.users, people.roles, people.roleMembers] });
  return (
    <FormDialog<{ userIds: string[] }>
      title={t('headsOf', { name })}
      ok={t('save')}
      initial={{ userIds: heads.map((head) => head.id) }}
      save={({ userIds }) => set.mutateAsync({ id, userIds })}
      close={close}
    >
      <Form.Item name="userIds" label={t('heads')} extra={t('headsHint')}>
        <UserSelect known={heads} />
      </Form.Item>
    </FormDialog>
  );
}

/** The key that does what an entry of the menu does. */
const shownKey = (key: string): { extra?: string } => (hasKeys ? { extra: showKey(key) } : {});

/** One place up or down among those of a level. */
type Step = -1 | 1;

/** What a person may do with the departments of the tree. */
export interface DepartmentActions extends DepartmentTreeScope {
  create: (parent?: Department) => void;
  /** The menu of a department. */
  menuOf: (twig: DepartmentNode) => NonNullable<MenuProps['items']>;
  renameNode: (twig: DepartmentNode) => void;
  removeNode: (twig: DepartmentNode) => void;
  /** Whether it may change places with the one before it (-1) or after it (1). */
  mayShift: (twig: DepartmentNode, by: Step) => boolean;
  shiftNode: (twig: DepartmentNode, by: Step) => Promise<void>;
  /** Lets go of a department that was dragged to a place. */
  drop: (department: Department, place: DepartmentPosition) => void;
}

/** Creating, renaming, moving and deleting departments, and saying who heads them. */
export function useDepartmentActions(tree: DepartmentTreeState): DepartmentActions {
  const t = useText('identity.users');
  const reach = useDepartmentTreeScope();
  const { create, rename, remove } = useBasicActions(tree);
  const nextTo = (department: Department): string | undefined => {
    const level = tree.level(department.parentId ?? '');
    return level[level.findIndex(({ id }) => id === department.id) + 1]?.id;
  };
  const move = async (department: Department, place: DepartmentPosition): Promise<void> => {
    await moveDepartment(department, place, nextTo(department));
    if (place.parent) tree.turn(place.parent.id, true);
  };
  const askMove = (department: Department): void =>
    openMoveDialog({ department, top: reach.mayCreateAtTop, move: (place) => move(department, place) });
  const drop = async (department: Department, place: DepartmentPosition): Promise<void> => {
    const isElsewhere = place.parent?.id !== department.parentId;
    if (!isElsewhere && [department.id, nextTo(department)].includes(place.beside?.before)) return;
    if (!isElsewhere || (await confirmMove(department, place))) await move(department, place);
  };
  const { mayShift, shiftTwig } = useShift(tree, reach, move);
  return {
    ...reach,
    create,
    mayShift,
    shiftNode: shiftTwig,
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
    renameNode: (twig) => reach.mayMoveInto(twig) && rename(twig.department),
    removeNode: (twig) => reach.mayMove(twig) && remove(twig.department),
    drop: (department, place) => void drop(department, place).catch(() => undefined),
  };
}

/** Changes places with a neighbour of the same level, one step after the other. */
function useShift(
  tree: DepartmentTreeState,
  reach: DepartmentTreeScope,
  move: (department: Department, place: DepartmentPosition) => Promise<void>,
) {
  const shifting = useRef(false);
  const mayShift = (twig: DepartmentNode, by: Step): boolean => {
    const to = twig.at + by;
    return reach.mayMoveBeside(twig) && to >= 1 && to <= twig.beside;
  };
  const shiftTwig = async (twig: DepartmentNode, by: Step): Promise<void> => {
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

function useBasicActions(tree: DepartmentTreeState) {
  const t = useText('identity.users');
  const terms = { refresh: [people.departments, people.findDepartments, people.users] };
  const create = useCallMutation(people.createDepartment, terms);
  const update = useCallMutation(people.updateDepartment, terms);
  const erase = useCallMutation(people.deleteDepartment, terms);
  const remove = async (department: Department): Promise<void> => {
    const question = { title: t('deleteAsk', { name: department.name }), text: t('deleteDepartmentText'), ok: t('delete'), danger: true };
    if (!(await confirm(question))) return;
    tree.forget(department.id);
    await erase.mutateAsync({ id: department.id });
    if (tree.chosen?.id === department.id) tree.choose(undefined);
  };
  return {
    create: (parent?: Department): void =>
      openNameDialog({
        title: parent ? t('newDepartmentIn', { name: parent.name }) : t('newDepartment'),
        ok: t('create'),
        save: async (name) => {
          await create.mutateAsync({ name, ...(parent && { parentId: parent.id }) });
          if (parent) tree.turn(parent.id, true);
        },
      }),
    rename: ({ id, name }: Department): void =>
      openNameDialog({
        title: t('renameTitle', { name }),
        ok: t('rename'),
        name,
        save: (next) => update.mutateAsync({ id, name: next }),
      }),
    remove: (department: Department): void => void remove(department).catch(() => undefined),
  };
}
