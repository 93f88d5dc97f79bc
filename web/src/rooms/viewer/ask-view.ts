import { preview } from '@dossier/contract/preview';
import type { OutputOf } from '@dossier/contract/route';
import { call } from '../../ground/call.ts';

export interface Target {
  id: string;
  currentRev?: string | undefined;
}

export type View = OutputOf<typeof preview.view>;

/** What the query of a view is kept under. */
export const viewKey = ({ id, currentRev }: Partial<Target>) => [preview.view.path, { id, currentRev }] as const;

/** A page that was left before it stood takes no answer; one that comes later asks anew, as addresses expire. */
const keptMs = 10_000;
const asked = new Map<string, Promise<View>>();

const keyOf = ({ id, currentRev }: Target): string => `${id} ${currentRev ?? ''}`;

const ask = ({ id, currentRev }: Target, signal?: AbortSignal): Promise<View> =>
  call(preview.view, { id, currentRev }, { quiet: true, ...(signal && { signal }) });

/** Asks how a document is shown before its page stands; undefined where that was asked already. */
export function askViewAhead(target: Target): Promise<View> | undefined {
  const key = keyOf(target);
  if (asked.has(key)) return undefined;
  const answer = ask(target);
  asked.set(key, answer);
  // what nobody takes need not be told of
  answer.catch(() => undefined);
  setTimeout(() => asked.get(key) === answer && asked.delete(key), keptMs);
  return answer;
}

/** How a document is shown: the answer that was asked for ahead, which serves one opening, or one asked for now. */
export function takeView(target: Target, signal: AbortSignal): Promise<View> {
  const key = keyOf(target);
  const answer = asked.get(key);
  asked.delete(key);
  return answer ?? ask(target, signal);
}
