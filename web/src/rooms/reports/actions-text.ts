import { action } from '@dossier/contract/actions';
import type { Keys } from './text/cn.ts';

type ActionName = keyof typeof action;

const names = new Map<number, ActionName>((Object.keys(action) as ActionName[]).map((name) => [action[name], name]));

/** The key of an action's words; undefined for a code this client does not know. */
export function actionKey(code: number): Extract<Keys, ActionName> | undefined {
  return names.get(code);
}
