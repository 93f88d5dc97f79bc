import { MoreOutlined } from '@ant-design/icons';
import type { Department } from '@dossier/contract/departments';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './people.module.css';
import type { DepartmentDeeds } from './use-department-deeds.tsx';

/** What can be done with a department. */
export function DepartmentMenu({ department, deeds }: { department: Department; deeds: DepartmentDeeds }): ReactNode {
  const t = useText('people');
  const items = [
    { key: 'create', label: t('newDepartmentBelow'), onClick: () => deeds.create(department) },
    { key: 'rename', label: t('rename'), onClick: () => deeds.rename(department) },
    { key: 'delete', label: t('delete'), danger: true, onClick: () => void deeds.remove(department).catch(() => undefined) },
  ];
  return (
    // The tree would take the click for a choice.
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is the control.
    <span className={styles.nodeMenu} onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={t('actionsOf', { name: department.name })} />
      </Dropdown>
    </span>
  );
}
