import type { Department } from '@dossier/contract/identity/departments';
import { people } from '@dossier/contract/identity/users';
import { Form, type MenuProps } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { FormDialog, openNameDialog } from '../../../platform/ui/form-dialog.tsx';
import { hasKeys, showKey } from '../../../platform/ui/hotkeys.ts';
import { UserSelect } from '../user-select.tsx';
import { type DepartmentPosition, confirmMove, moveDepartment, openMoveDialog } from './move-department.tsx';
import { type DepartmentNode, type DepartmentTreeScope, type DepartmentTreeState, useDepartmentTreeScope } from './use-department-tree.ts';

/** Opens the dialog that sets the heads of a department. */
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

/** The shortcut shown beside a menu entry. */
const shownKey = (key: string): { extra?: string } => (hasKeys ? { extra: showKey(key) } : {});

/** One position up or down within a level. */
type Step = -1 | 1;

/** The actions on departments of the tree. */
export interface DepartmentActions extends DepartmentTreeScope {
  create: (parent?: Department) => void;
  /** The menu of a department. */
  menuOf: (node: DepartmentNode) => NonNullable<MenuProps['items']>;
  renameNode: (node: DepartmentNode) => void;
  removeNode: (node: DepartmentNode) => void;
  /** Whether it can be swapped with the previous (-1) or next (1) sibling. */
  mayShift: (node: DepartmentNode, by: Step) => boolean;
  shiftNode: (node: DepartmentNode, by: Step) => Promise<void>;
  /** Drops a dragged department. */
  drop: (department: Department, place: DepartmentPosition) => void;
}

/** Creates, renames, moves and deletes departments, and sets their heads. */
export function useDepartmentActions(tree: DepartmentTreeState): DepartmentActions {
  const t = useText('identity.users');
  const scope = useDepartmentTreeScope();
  const { create, rename, remove } = useBasicActions(tree);
  const nextTo = (department: Department): string | undefined => {
    const level = tree.level(department.parentId ?? '');
    return level[level.findIndex(({ id }) => id === department.id) + 1]?.id;
  };
  const move = async (department: Department, place: DepartmentPosition): Promise<void> => {
    await moveDepartment(department, place, nextTo(department));
    if (place.parent) tree.setOpen(place.parent.id, true);
  };
  const askMove = (department: Department): void =>
    openMoveDialog({ department, top: scope.mayCreateAtTop, move: (place) => move(department, place) });
  const drop = async (department: Department, place: DepartmentPosition): Promise<void> => {
    const isElsewhere = place.parent?.id !== department.parentId;
    if (!isElsewhere && [department.id, nextTo(department)].includes(place.beside?.before)) return;
    if (!isElsewhere || (await confirmMove(department, place))) await move(department, place);
  };
  const { mayShift, shift } = useShift(tree, scope, move);
  return {
    ...scope,
    create,
    mayShift,
    shiftNode: shift,
    menuOf: (node) => {
      const { department } = node;
      const offered = [
        scope.mayMoveInto(node) && { key: 'create', label: t('newDepartmentBelow'), onClick: () => create(department) },
        scope.mayMoveInto(node) && { key: 'rename', label: t('rename'), ...shownKey('F2'), onClick: () => rename(department) },
        scope.mayMove(node) && { key: 'move', label: t('moveTo'), onClick: () => askMove(department) },
        mayShift(node, -1) && { key: 'up', label: t('moveUp'), ...shownKey('alt+↑'), onClick: () => void shift(node, -1) },
        mayShift(node, 1) && { key: 'down', label: t('moveDown'), ...shownKey('alt+↓'), onClick: () => void shift(node, 1) },
        scope.maySetHeads && { key: 'heads', label: t('headsMenu'), onClick: () => openHeads(department) },
        scope.mayMove(node) && {
          key: 'delete',
          label: t('delete'),
          danger: true,
          ...shownKey('Delete'),
          onClick: () => remove(department),
        },
      ];
      return offered.filter((item) => item !== false);
    },
    renameNode: (node) => scope.mayMoveInto(node) && rename(node.department),
    removeNode: (node) => scope.mayMove(node) && remove(node.department),
    drop: (department, place) => void drop(department, place).catch(() => undefined),
  };
}

/** An element that is moved in the DOM loses the focus. */
function restoreFocus(id: string): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>(`[role=treeitem][data-id="${id}"]`)?.focus();
}

/** Swaps neighbours of a level, one swap after the other: each acts on the order that the one before it has left. */
function useShift(
  tree: DepartmentTreeState,
  scope: DepartmentTreeScope,
  move: (department: Department, place: DepartmentPosition) => Promise<void>,
) {
  const current = useRef({ tree, move });
  useEffect(() => {
    current.current = { tree, move };
  });
  const swaps = useRef(Promise.resolve());
  const mayShift = (node: DepartmentNode, by: Step): boolean => {
    const to = node.position + by;
    return scope.mayMoveBeside(node) && to >= 1 && to <= node.setSize;
  };
  const swap = async (id: string, by: Step): Promise<void> => {
    const { tree: shown, move: moveNow } = current.current;
    const node = shown.nodes?.find((one) => one.id === id);
    if (node === undefined || !mayShift(node, by)) return;
    const { department, position } = node;
    const parent = department.parentId === undefined ? undefined : shown.find(department.parentId);
    // positions count from 1, so the previous one is at `position - 2`
    const next = shown.level(department.parentId ?? '')[by < 0 ? position - 2 : position + 1];
    try {
      await moveNow(department, { ...(parent && { parent }), beside: next ? { before: next.id } : {} });
    } catch {
      // the refusal has been shown by `call`
    }
    // the next frame shows the new order
    await new Promise((shownNow) => setTimeout(shownNow));
    restoreFocus(id);
  };
  const shift = (node: DepartmentNode, by: Step): Promise<void> => {
    swaps.current = swaps.current.then(() => swap(node.id, by));
    return swaps.current;
  };
  return { mayShift, shift };
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
          if (parent) tree.setOpen(parent.id, true);
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
