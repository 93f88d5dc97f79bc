import type { Department, Named } from '@dossier/contract/departments';
import { Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { AskDialog } from './ask-dialog.tsx';
import { useFoundDepartments } from './department-options.tsx';
import styles from './departments.module.css';
import { moveTold } from './move-department.ts';
import type { Place } from './drop-place.ts';

interface MoveTerms {
  department: Department;
  /** Whether the top of the tree may be chosen. */
  top: boolean;
  move: (place: Place) => Promise<void>;
}

/** Asks where a department is to go. */
export function openMoveDialog(terms: MoveTerms): void {
  openDialog((close) => <MoveDialog {...terms} close={close} />);
}

type Target = Named | undefined;

function MoveDialog({ department, top, move, close }: MoveTerms & { close: () => void }): ReactNode {
  const t = useText('people');
  const told = moveTold(department);
  return (
    <AskDialog<{ target: Target }>
      title={t('moveTitle', { name: department.name })}
      ok={t('move')}
      save={({ target }) => move(target === undefined || target.id === atTop ? {} : { parent: target })}
      close={close}
    >
      <Form.Item name="target" label={t('newPlace')} rules={[{ required: true, message: t('newPlaceNeeded') }]}>
        <PlaceSelect department={department} top={top && department.parentId !== undefined} />
      </Form.Item>
      {told !== '' && <p className={styles.warning}>{told}</p>}
    </AskDialog>
  );
}

const atTop = '0';

interface PlaceSelectProps {
  value?: Target;
  onChange?: (target: Target) => void;
  id?: string;
  department: Department;
  top: boolean;
}

/** Chooses the department that another one is to lie in: neither itself, nor what lies below it, nor where it lies now. */
function PlaceSelect({ value, onChange, id, department, top }: PlaceSelectProps): ReactNode {
  const t = useText('people');
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
      options={[...(top && fits(t('topLevel')) ? [{ value: atTop, label: t('topLevel') }] : []), ...fitting]}
      onChange={(chosen, option) => onChange?.({ id: chosen, name: Array.isArray(option) ? '' : (option?.label ?? '') })}
    />
  );
}
