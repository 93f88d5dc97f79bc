import { type ReactNode, useState } from 'react';
import { MembersOf } from './members-of.tsx';
import styles from './people.module.css';
import { RoleList } from './role-list.tsx';
import { RolePane } from './role-pane.tsx';
import { type Circle, useCircles } from './use-circles.ts';

/** Roles and user groups, who belongs to them, and what a role lets do. */
export function RolesPage(): ReactNode {
  const [{ kind, id }, choose] = useState<{ kind: Circle['kind']; id?: string }>({ kind: 'role' });
  const circles = useCircles(kind);
  const chosen = circles.list?.find((circle) => circle.id === id) ?? circles.list?.[0];
  return (
    <div className={styles.split}>
      <RoleList {...circles} kind={kind} chosen={chosen} choose={choose} />
      {chosen?.kind === 'role' && <RolePane key={chosen.id} role={chosen} />}
      {chosen?.kind === 'group' && <MembersOf key={chosen.id} circle={chosen} title={chosen.name} />}
    </div>
  );
}
