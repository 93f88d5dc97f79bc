import type { OutputOf } from '@dossier/contract/core/route';
import { preview } from '@dossier/contract/preview/preview';
import type { ComponentType } from 'react';
import { call } from '../../platform/call.ts';
import { type QueryOf, boundedTextParam, patternParam } from '../../platform/page-query.ts';

const wireId = patternParam(/^[1-9]\d{0,15}$/);

/** What the address of every viewer carries. */
export const ViewerQuery = { id: wireId, currentRev: wireId, keyword: boundedTextParam(200) };
export type ViewerQuery = QueryOf<typeof ViewerQuery>;

export interface ViewTarget {
  id: string;
  currentRev?: string | undefined;
}

export type View = OutputOf<typeof preview.view>;

/** What the query of a view is kept under. */
export const viewKey = ({ id, currentRev }: Partial<ViewTarget>) => [preview.view.path, { id, currentRev }] as const;

/** A page that was left before it stood takes no answer; one that comes later asks anew, as addresses expire. */
const keptMs = 10_000;
const requested = new Map<string, Promise<View>>();

const keyOf = ({ id, currentRev }: ViewTarget): string => `${id} ${currentRev ?? ''}`;

const requestView = ({ id, currentRev }: ViewTarget, signal?: AbortSignal): Promise<View> =>
  call(preview.view, { id, currentRev }, { quiet: true, ...(signal && { signal }) });

/** Asks how a document is shown before its page stands; undefined where that was asked already. */
export function requestViewAhead(target: ViewTarget): Promise<View> | undefined {
  const key = keyOf(target);
  if (requested.has(key)) return undefined;
  const answer = requestView(target);
  requested.set(key, answer);
  // what nobody takes need not be told of
  answer.catch(() => undefined);
  setTimeout(() => requested.get(key) === answer && requested.delete(key), keptMs);
  return answer;
}

/** How a document is shown: the answer that was asked for ahead, which serves one opening, or one asked for now. */
export function takeView(target: ViewTarget, signal: AbortSignal): Promise<View> {
  const key = keyOf(target);
  const answer = requested.get(key);
  requested.delete(key);
  return answer ?? requestView(target, signal);
}

/** What every window of a document gets. */
export interface WindowProps {
  view: View;
  query: ViewerQuery;
  /** Asks for the view anew, with fresh addresses; answers whether it came. */
  again: () => Promise<boolean>;
}

/** What windows get that show files like documents of their own: the window of those. */
export interface NestingProps extends WindowProps {
  Inner: ComponentType<WindowProps>;
}
