import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { MembersOf } from './members-of.tsx';
import styles from './people.module.css';
import { RoleOffice } from './role-office.tsx';
import type { Circle } from './use-circles.ts';

/** A role: who holds it, or what it lets do. */
export function RolePane({ role }: { role: Extract<Circle, { kind: 'role' }> }): ReactNode {
  const t = useText('people');
  const [view, setView] = useState<'members' | 'office'>('members');
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <h2 title={role.name}>{role.name}</h2>
        <Segmented<'members' | 'office'>
          aria-label={role.name}
          value={view}
          onChange={setView}
          options={[
            { value: 'members', label: t('members') },
            { value: 'office', label: t('officeLabel') },
          ]}
        />
      </div>
      {view === 'members' ? <MembersOf circle={role} /> : <RoleOffice key={JSON.stringify(role)} role={role} />}
    </div>
  );
}
