import type { Department, Named } from '@dossier/contract/identity/departments';
import { people } from '@dossier/contract/identity/users';
import { Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import type { DropPlace } from '../../../platform/ui/tree-view.tsx';
import { useFoundDepartments } from '../department-select.tsx';
import type { DepartmentTreeState } from './use-department-tree.ts';

/** The target of a move: the new parent or the top level; and on an ordered level the next sibling, or last. */
export interface DepartmentPosition {
  parent?: Named;
  beside?: { before?: string };
}

/** The position of a drop target in the tree. */
export function positionOf(tree: DepartmentTreeState, { id, where }: DropPlace): DepartmentPosition | undefined {
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

/** The warning that rights and heads change with a department's parent, and the users affected; empty where there are none. */
function moveWarning({ belowCount, wholeCount }: Department): string {
  const t = textOf('identity.users');
  if (wholeCount > 0) return t('moveTold', { departments: belowCount, people: wholeCount });
  return belowCount > 0 ? t('moveToldEmpty', { departments: belowCount }) : '';
}

/** Asks for confirmation before a department gets another parent. */
export function confirmMove(department: Department, place: DepartmentPosition): Promise<boolean> {
  const t = textOf('identity.users');
  const name = department.name;
  const title = place.parent ? t('moveAsk', { name, target: place.parent.name }) : t('moveTopAsk', { name });
  return confirm({ title, text: moveWarning(department), ok: t('move') });
}

/** Moves a department, with undo; `next` is its present next sibling, if any. */
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

/** Refetches the tree after a change, also after a partial failure. */
async function changed(operation: () => Promise<unknown>): Promise<void> {
  try {
    await operation();
  } finally {
    await invalidateRoutes(people.departments, people.findDepartments, people.users);
  }
}

interface MoveDialogOptions {
  department: Department;
  /** Whether the top level can be selected. */
  top: boolean;
  move: (place: DepartmentPosition) => Promise<void>;
}

/** Selects the new parent of a department. */
export function openMoveDialog(terms: MoveDialogOptions): void {
  openDialog((close) => <MoveDialog {...terms} close={close} />);
}

type Target = Named | undefined;

function MoveDialog({ department, top, move, close }: MoveDialogOptions & { close: () => void }): ReactNode {
  const t = useText('identity.users');
  const warningText = moveWarning(department);
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
      {warningText !== '' && (
        <Text as="p" tone="muted">
          {warningText}
        </Text>
      )}
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

/** Selects the new parent of a department: not the department itself, its descendants or its present parent. */
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
