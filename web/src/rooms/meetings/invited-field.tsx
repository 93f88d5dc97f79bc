import type { Grantee } from '@dossier/contract/people';
import { Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { GranteeIcon, GranteeSelect } from '../permissions/grantee-select.tsx';
import styles from './meetings.module.css';

interface InvitedFieldProps {
  label: string;
  value?: Grantee[];
  onChange?: (list: Grantee[]) => void;
}

/** Chooses people, departments, groups and roles, one after the other. */
export function InvitedField({ label, value = [], onChange }: InvitedFieldProps): ReactNode {
  const [chosen, setChosen] = useState(0);
  const add = (grantee: Grantee | undefined): void => {
    if (grantee === undefined) return;
    setChosen(chosen + 1);
    onChange?.([...value.filter((one) => one.id !== grantee.id || one.type !== grantee.type), grantee]);
  };
  return (
    <div>
      {/* a new field each time: what was chosen stands below */}
      <GranteeSelect key={chosen} value={undefined} onChange={add} label={label} autoFocus={chosen > 0} />
      {value.length > 0 && (
        <div className={styles.tags}>
          {value.map((one) => (
            <Tag key={`${one.type} ${one.id}`} closable onClose={() => onChange?.(value.filter((other) => other !== one))}>
              <GranteeIcon type={one.type} /> {one.name}
            </Tag>
          ))}
        </div>
      )}
    </div>
  );
}

/** Whom they stand for, as calls take it. */
export const invitedOf = (list: readonly Grantee[]) => list.map((one) => ({ granteeType: one.type, granteeId: one.id }));
