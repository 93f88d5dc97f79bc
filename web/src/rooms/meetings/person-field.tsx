import type { Grantee } from '@dossier/contract/people';
import type { ReactNode } from 'react';
import { GranteeSelect } from '../permissions/grantee-select.tsx';

interface PersonFieldProps {
  label: string;
  value?: Grantee;
  onChange?: (person: Grantee | undefined) => void;
}

/** Chooses one colleague. */
export const PersonField = ({ label, value, onChange }: PersonFieldProps): ReactNode => (
  <GranteeSelect value={value} onChange={(person) => onChange?.(person)} type="user" label={label} />
);
