import type { GranteeType } from '@dossier/contract/core/rights';
import { builtInRoles } from '@dossier/contract/identity/users';
import { useText } from '../../platform/i18n.ts';

/** Translates the names of built-in roles; no other role can have these names. */
export function useRoleName(): (name: string) => string {
  const t = useText('identity.users');
  const translated = new Map<string, string>([
    [builtInRoles.administrators, t('roleAdministrators')],
    [builtInRoles.site, t('roleSite')],
    [builtInRoles.system, t('roleSystem')],
    [builtInRoles.security, t('roleSecurity')],
    [builtInRoles.audit, t('roleAudit')],
    [builtInRoles.heads, t('roleHeads')],
    [builtInRoles.staff, t('roleStaff')],
  ]);
  return (name) => translated.get(name) ?? name;
}

/** The name of a principal, with built-in roles translated. */
export function usePrincipalName(): (type: GranteeType, name: string) => string {
  const roleName = useRoleName();
  return (type, name) => (type === 'role' ? roleName(name) : name);
}
