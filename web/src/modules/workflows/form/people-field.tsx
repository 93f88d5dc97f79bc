import type { GranteeType } from '@dossier/contract/core/rights';
import type { Principal } from '@dossier/contract/identity/users';
import { Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { Row } from '../../../platform/ui/layout.tsx';
import { Field } from '../../../platform/ui/page-parts.tsx';
import { PrincipalIcon, PrincipalSelect } from '../../access/principal-select.tsx';

interface PeopleFieldProps {
  label: string;
  hint?: string;
  type?: GranteeType;
  value: readonly Principal[];
  onChange: (value: Principal[]) => void;
}

/** Selects users, or principals that stand for several, one after the other. */
export function PeopleField({ label, hint, type, value, onChange }: PeopleFieldProps): ReactNode {
  const [chosen, setChosen] = useState(0);
  const add = (grantee: Principal | undefined): void => {
    if (grantee === undefined) return;
    setChosen(chosen + 1);
    onChange([...value.filter((principal) => principal.id !== grantee.id || principal.type !== grantee.type), grantee]);
  };
  return (
    <Field label={label} hint={hint}>
      {/* a new field after each choice, as the choices are listed below */}
      <Row>
        <PrincipalSelect key={chosen} value={undefined} onChange={add} label={label} {...(type !== undefined && { type })} />
      </Row>
      {value.length > 0 && (
        <Row gap={2} wrap>
          {value.map((principal) => (
            <Tag key={`${principal.type} ${principal.id}`} closable onClose={() => onChange(value.filter((other) => other !== principal))}>
              <PrincipalIcon type={principal.type} /> {principal.name}
            </Tag>
          ))}
        </Row>
      )}
    </Field>
  );
}
