import type { Department, Named } from '@dossier/contract/identity/departments';
import { people } from '@dossier/contract/identity/users';
import { Form, Select } from 'antd';
import type { DragEvent, ReactNode } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { useFoundDepartments } from '../department-select.tsx';
import styles from './departments.module.css';
import type { DepartmentNode, DepartmentTreeScope, DepartmentTreeState } from './use-department-tree.ts';

/** Where a department goes: the one it will lie in, or the top; and where its level has an order, before which it stands, or last. */
export interface DepartmentPosition {
  parent?: Named;
  beside?: { before?: string };
}

/** Where what is dragged would be dropped; the id '' stands for the top of the tree. */
export interface DropTarget {
  id: string;
  where: 'in' | 'before' | 'after';
}

interface DragState {
  twig: DepartmentNode;
  dragged: DepartmentNode;
  tree: DepartmentTreeState;
  reach: DepartmentTreeScope;
}

/** Where over a department what is dragged would go: its edges stand for beside it, its middle for into it. */
export function dropTargetAt(event: DragEvent, { twig, dragged, tree, reach }: DragState): DropTarget | undefined {
  const { department } = twig;
  const moving = dragged.department;
  if (department.id === moving.id || tree.ancestors(department).some(({ id }) => id === moving.id)) return undefined;
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  const beside = part < 0.25 ? 'before' : part > 0.75 && !twig.open ? 'after' : undefined;
  if (beside !== undefined && reach.mayMoveBeside(twig)) return { id: department.id, where: beside };
  return moving.parentId !== department.id && reach.mayMoveInto(twig) ? { id: department.id, where: 'in' } : undefined;
}

/** Where in the tree a target is. */
export function positionOf(tree: DepartmentTreeState, { id, where }: DropTarget): DepartmentPosition | undefined {
  if (id === '') return {};
  const target = tree.find(id);
  if (target === undefined) return undefined;
  if (where === 'in') return { parent: target };
  const parent = target.parentId === undefined ? undefined : tree.find(target.parentId);
  const level = tree.level(target.parentId ?? '');
  const next = where === 'before' ? target : level[level.findIndex((one) => one.id === id) + 1];
  return { ...(parent && { parent }), beside: next ? { before: next.id } : {} };
}

const atTop = '0';

/** What moves with a department, and that rights and heads change with the place where that concerns anybody. */
function moveWarning({ belowCount, wholeCount }: Department): string {
  const t = textOf('identity.users');
  if (wholeCount > 0) return t('moveTold', { departments: belowCount, people: wholeCount });
  return belowCount > 0 ? t('moveToldEmpty', { departments: belowCount }) : '';
}

/** Asks before a department goes to another one. */
export function confirmMove(department: Department, place: DepartmentPosition): Promise<boolean> {
  const t = textOf('identity.users');
  const name = department.name;
  const title = place.parent ? t('moveAsk', { name, target: place.parent.name }) : t('moveTopAsk', { name });
  return confirm({ title, text: moveWarning(department), ok: t('move') });
}

/** Moves a department, and offers for a while to take it back; `next` is what stands after it now, if anything. */
export async function moveDepartment(department: Department, place: DepartmentPosition, next?: string): Promise<void> {
  const t = textOf('identity.users');
  const { id, name, parentId = atTop, sortNumber } = department;
  const target = place.parent?.id ?? atTop;
  notice.endUndo([id]);
  await changed(async () => {
    if (target !== parentId) await call(people.updateDepartment, { id, parentId: target });
    if (place.beside) await call(people.placeDepartment, { id, ...place.beside });
  });
  const back = (): Promise<unknown> =>
    target === parentId
      ? call(people.placeDepartment, { id, ...(next !== undefined && { before: next }) })
      : call(people.updateDepartment, { id, parentId, sortNumber });
  const text =
    target === parentId
      ? t('wasPlaced', { name })
      : place.parent
        ? t('wasMoved', { name, target: place.parent.name })
        : t('wasMovedTop', { name });
  notice.undo(text, { label: t('undo'), about: [id], run: () => void changed(back).catch(() => undefined) });
}

/** What a change did to the tree is shown, and what it did of it where it failed halfway. */
async function changed(deed: () => Promise<unknown>): Promise<void> {
  try {
    await deed();
  } finally {
    await invalidateRoutes(people.departments, people.findDepartments, people.users);
  }
}

interface MoveDialogOptions {
  department: Department;
  /** Whether the top of the tree may be chosen. */
  top: boolean;
  move: (place: DepartmentPosition) => Promise<void>;
}

/** Asks where a department is to go. */
export function openMoveDialog(terms: MoveDialogOptions): void {
  openDialog((close) => <MoveDialog {...terms} close={close} />);
}

type Target = Named | undefined;

function MoveDialog({ department, top, move, close }: MoveDialogOptions & { close: () => void }): ReactNode {
  const t = useText('identity.users');
  const told = moveWarning(department);
  return (
    <FormDialog<{ target: Target }>
      title={t('moveTitle', { name: department.name })}
      ok={t('move')}
      save={({ target }) => move(target === undefined || target.id === topOption ? {} : { parent: target })}
      close={close}
    >
      <Form.Item name="target" label={t('newPlace')} rules={[{ required: true, message: t('newPlaceNeeded') }]}>
        <PositionSelect department={department} top={top && department.parentId !== undefined} />
      </Form.Item>
      {told !== '' && <p className={styles.warning}>{told}</p>}
    </FormDialog>
  );
}

const topOption = '0';

interface PositionSelectProps {
  value?: Target;
  onChange?: (target: Target) => void;
  id?: string;
  department: Department;
  top: boolean;
}

/** Chooses the department that another one is to lie in: neither itself, nor what lies below it, nor where it lies now. */
function PositionSelect({ value, onChange, id, department, top }: PositionSelectProps): ReactNode {
  const t = useText('identity.users');
  const { options, fits, field } = useFoundDepartments('departments.edit');
  const fitting = options.filter(
    (option) => ![department.id, department.parentId].includes(option.value) && option.way.every((one) => one.id !== department.id),
  );
  return (
    <Select<string, { value: string; label: string; detail?: string }>
      {...(id && { id })}
      {...(value && { value: value.id })}
      {...field}
      placeholder={t('findDepartment')}
      notFoundContent={t('noDepartmentFound')}
      options={[...(top && fits(t('topLevel')) ? [{ value: topOption, label: t('topLevel') }] : []), ...fitting]}
      onChange={(chosen, option) => onChange?.({ id: chosen, name: Array.isArray(option) ? '' : (option?.label ?? '') })}
    />
  );
}
