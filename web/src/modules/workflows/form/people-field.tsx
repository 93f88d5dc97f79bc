import type { GranteeType } from '@dossier/contract/core/rights';
import type { Principal } from '@dossier/contract/identity/users';
import type { ReactNode } from 'react';
import { Field } from '../../../platform/ui/page-parts.tsx';
import { PrincipalsField } from '../../access/principals-field.tsx';

interface PeopleFieldProps {
  label: string;
  hint?: string;
  type?: GranteeType;
  value: readonly Principal[];
  onChange: (value: Principal[]) => void;
}

/** Selects users, or principals that stand for several, under a label. */
export function PeopleField({ label, hint, ...field }: PeopleFieldProps): ReactNode {
  return (
    <Field label={label} hint={hint}>
      <PrincipalsField label={label} {...field} />
    </Field>
  );
}
