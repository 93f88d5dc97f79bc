import type { GranteeType } from '@dossier/contract/core/rights';
import { builtInRoles } from '@dossier/contract/identity/users';
import { useText } from '../../platform/i18n.ts';

/** Says the built-in roles in the language of the interface; no other role can bear their names. */
export function useRoleName(): (name: string) => string {
  const t = useText('identity.users');
  const said = new Map<string, string>([
    [builtInRoles.administrators, t('roleAdministrators')],
    [builtInRoles.site, t('roleSite')],
    [builtInRoles.system, t('roleSystem')],
    [builtInRoles.security, t('roleSecurity')],
    [builtInRoles.audit, t('roleAudit')],
    [builtInRoles.heads, t('roleHeads')],
    [builtInRoles.staff, t('roleStaff')],
  ]);
  return (name) => said.get(name) ?? name;
}

/** The name of whoever rights were given to, as `useRoleName` says it. */
export function usePrincipalName(): (type: GranteeType, name: string) => string {
  const roleName = useRoleName();
  return (type, name) => (type === 'role' ? roleName(name) : name);
}
