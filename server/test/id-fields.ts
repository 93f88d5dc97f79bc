import { calls } from '@dossier/contract/calls';
import { type Permission, sitePermissions } from '@dossier/contract/core/administrative-permissions';
import type { Route } from '@dossier/contract/core/route';
import { z } from 'zod';

/** A field of a call that takes ids. */
export interface IdField {
  name: string;
  route: Route;
  field: string;
  many: boolean;
}

/** Ids of things outside of an organisation: steps of signing in, the space itself. */
const nonItemIds = new Set(['spaceId', 'validateId', 'captchaId', 'sessionId', 'scanId']);
const isId = (field: string): boolean => /^(id|ids)$|(Id|Ids|Rev)$/.test(field) && !nonItemIds.has(field);

const fieldsOf = (route: Route): string[] => (route.input instanceof z.ZodObject ? Object.keys(route.input.shape) : []);

/** Every id field of every call that needs a session. */
export const idFields: IdField[] = Object.entries(calls).flatMap(([module, routes]) =>
  Object.entries(routes)
    .filter(([, route]) => !['public', 'link'].includes(route.access) && !sitePermissions.has(route.access as Permission))
    .flatMap(([name, route]) =>
      fieldsOf(route)
        .filter(isId)
        .map((field) => ({ name: `${module}.${name} ${field}`, route, field, many: /[sS]$/.test(field) })),
    ),
);

/** An input for a call with some fields given, the others from known values by name; throws where a required field is unknown. */
export function inputFor(route: Route, known: Record<string, unknown>, given: Record<string, unknown> = {}): Record<string, unknown> {
  // the password field is optional, and a missing one counts as wrong
  const needed: Record<string, unknown> = { ...(fieldsOf(route).includes('password') && { password: known['password'] }), ...given };
  for (let tries = 0; tries < 20; tries++) {
    const parsed = route.input.safeParse(needed);
    if (parsed.success) return needed;
    const field = String(parsed.error.issues[0]?.path[0]);
    if (!(field in known) || field in needed) throw new Error(`${route.path} needs a sample of "${field}": teach it to this test`);
    needed[field] = known[field];
  }
  throw new Error(`${route.path} takes no sample`);
}
