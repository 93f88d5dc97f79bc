import type { GranteeType } from '@dossier/contract/core/rights';
import { type Caller, signIn } from './caller.ts';
import type { Clock } from './clock.ts';
import type { Who } from './company/cabinets.ts';

/** The company on the server: ids by name, and users who sign in when they are first needed. */
export interface Company {
  admin: Caller;
  /** The password of all demo accounts. */
  password: string;
  users: Map<string, string>;
  departments: Map<string, string>;
  groups: Map<string, string>;
  roles: Map<string, string>;
  organisationId: string;
  as(login: string): Promise<Caller>;
  clock: Clock;
}

/** An entry that must exist, or the demo's own lists contradict each other. */
export function need<T>(map: ReadonlyMap<string, T>, name: string): T {
  const found = map.get(name);
  if (found === undefined) throw new Error(`The demo knows no ${name}`);
  return found;
}

const sessionMs = 3600 * 1000;

/** Signs each user in once, and again when the clock has advanced since. */
export function signedIn(base: string, password: string, clock: Clock): (login: string) => Promise<Caller> {
  const callers = new Map<string, { caller: Promise<Caller>; until: number }>();
  return (login) => {
    const known = callers.get(login);
    if (known !== undefined && known.until > clock.now()) return known.caller;
    const caller = signIn(base, login, password);
    callers.set(login, { caller, until: clock.now() + sessionMs });
    return caller;
  };
}

/** The type and id of a principal. */
export function granteeOf(company: Company, principal: Who): { granteeType: GranteeType; granteeId: string } {
  if (principal === 'organisation') return { granteeType: 'organisation', granteeId: company.organisationId };
  const [type = '', name = ''] = principal.split(':');
  const lists = { user: company.users, department: company.departments, group: company.groups, role: company.roles };
  const granteeType = type as keyof typeof lists;
  return { granteeType, granteeId: need(lists[granteeType], name) };
}
