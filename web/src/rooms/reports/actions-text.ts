import { action } from '@dossier/contract/reports';
import type { Keys } from './text/cn.ts';

type ActionName = keyof typeof action;

const names = new Map<number, ActionName>((Object.keys(action) as ActionName[]).map((name) => [action[name], name]));

/** The key of an action's words; undefined for a code this client does not know. */
export function actionKey(code: number): Extract<Keys, ActionName> | undefined {
  return names.get(code);
}

/** A fact of an entry as the server notes it: a field with what it was and what it became, or one value. */
export function factsOf(detail: string | undefined): [string, string][] {
  if (detail === undefined || detail === '') return [];
  try {
    const facts: unknown = JSON.parse(detail);
    if (typeof facts !== 'object' || facts === null) return [];
    return Object.entries(facts)
      .filter(([, value]) => value !== null && value !== '')
      .map(([field, value]) => [
        field,
        Array.isArray(value) ? value.join(' → ') : typeof value === 'object' ? Object.values(value as object).join(' → ') : String(value),
      ]);
  } catch {
    return [];
  }
}
