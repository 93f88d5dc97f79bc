import { type ReactNode, useState } from 'react';
import { MembersOf } from './members-of.tsx';
import styles from './people.module.css';
import { RoleList } from './role-list.tsx';
import { type Circle, useCircles } from './use-circles.ts';

/** Roles and user groups, and who belongs to them. */
export function RolesPage(): ReactNode {
  const [{ kind, id }, choose] = useState<{ kind: Circle['kind']; id?: string }>({ kind: 'role' });
  const circles = useCircles(kind);
  const chosen = circles.list?.find((circle) => circle.id === id) ?? circles.list?.[0];
  return (
    <div className={styles.split}>
      <RoleList {...circles} kind={kind} chosen={chosen} choose={choose} />
      {chosen && <MembersOf key={`${chosen.kind}-${chosen.id}`} circle={chosen} />}
    </div>
  );
}
