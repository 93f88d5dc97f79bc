import type { GranteeType } from '@dossier/contract/core/rights';
import type { Principal } from '@dossier/contract/identity/users';
import { Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { Row, Stack } from '../../platform/ui/layout.tsx';
import { PrincipalIcon, PrincipalSelect } from './principal-select.tsx';

interface PrincipalsFieldProps {
  label: string;
  /** Limits the choice to one type. */
  type?: GranteeType;
  value?: readonly Principal[];
  onChange?: (list: Principal[]) => void;
}

/** A form field for users, departments, groups and roles, chosen one after the other. */
export function PrincipalsField({ label, type, value = [], onChange }: PrincipalsFieldProps): ReactNode {
  const [chosen, setChosen] = useState(0);
  const add = (grantee: Principal | undefined): void => {
    if (grantee === undefined) return;
    setChosen(chosen + 1);
    onChange?.([...value.filter((principal) => principal.id !== grantee.id || principal.type !== grantee.type), grantee]);
  };
  return (
    <Stack gap={2}>
      {/* a new field after each choice, as the choices are listed below */}
      <Row>
        <PrincipalSelect
          key={chosen}
          value={undefined}
          onChange={add}
          label={label}
          isLabeled
          autoFocus={chosen > 0}
          {...(type !== undefined && { type })}
        />
      </Row>
      {value.length > 0 && (
        <Row gap={2} wrap>
          {value.map((principal) => (
            <Tag
              key={`${principal.type} ${principal.id}`}
              closable
              onClose={() => onChange?.(value.filter((other) => other !== principal))}
            >
              <PrincipalIcon type={principal.type} /> {principal.name}
            </Tag>
          ))}
        </Row>
      )}
    </Stack>
  );
}

/** The principals as call input. */
export const principalInput = (list: readonly Principal[]) =>
  list.map((principal) => ({ granteeType: principal.type, granteeId: principal.id }));
