import type { OutputOf } from '@dossier/contract/core/route';
import { preview } from '@dossier/contract/preview/preview';
import type { ComponentType } from 'react';
import { call } from '../../platform/call.ts';
import { type QueryOf, boundedTextParam, patternParam } from '../../platform/page-query.ts';

const wireId = patternParam(/^[1-9]\d{0,15}$/);

/** The query string of every viewer. */
export const ViewerQuery = { id: wireId, currentRev: wireId, keyword: boundedTextParam(200), tab: patternParam(/^[a-z]{1,30}$/) };
export type ViewerQuery = QueryOf<typeof ViewerQuery>;

export interface ViewTarget {
  id: string;
  currentRev?: string | undefined;
}

export type View = OutputOf<typeof preview.view>;

/** The query key of a view. */
export const viewKey = ({ id, currentRev }: Partial<ViewTarget>) => [preview.view.path, { id, currentRev }] as const;

/** An unused answer is dropped after this time; later openings request a new one, as addresses expire. */
const keptMs = 10_000;
const requested = new Map<string, Promise<View>>();

const keyOf = ({ id, currentRev }: ViewTarget): string => `${id} ${currentRev ?? ''}`;

const requestView = ({ id, currentRev }: ViewTarget, signal?: AbortSignal): Promise<View> =>
  call(preview.view, { id, currentRev }, { quiet: true, ...(signal && { signal }) });

/** Requests a view before its page is mounted; undefined where it was requested already. */
export function requestViewAhead(target: ViewTarget): Promise<View> | undefined {
  const key = keyOf(target);
  if (requested.has(key)) return undefined;
  const answer = requestView(target);
  requested.set(key, answer);
  // failures of an unused answer are ignored
  answer.catch(() => undefined);
  setTimeout(() => requested.get(key) === answer && requested.delete(key), keptMs);
  return answer;
}

/** The view of a document: the prefetched answer, used once, or a new request. */
export function takeView(target: ViewTarget, signal: AbortSignal): Promise<View> {
  const key = keyOf(target);
  const answer = requested.get(key);
  requested.delete(key);
  return answer ?? requestView(target, signal);
}

/** The props of every document window. */
export interface WindowProps {
  view: View;
  query: ViewerQuery;
  /** Requests the view anew, with fresh addresses; returns whether it came. */
  again: () => Promise<boolean>;
}

/** The props of windows that show nested files, with the component for those. */
export interface NestingProps extends WindowProps {
  Inner: ComponentType<WindowProps>;
}
