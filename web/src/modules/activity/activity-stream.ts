import { type ActivityKind, type ActivityLine, activity, burstGapMs, kindsByPlace, namedItems } from '@dossier/contract/activity/activity';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

/** Whose or what's stream is shown. */
export interface StreamInput {
  objId?: string;
  userId?: string;
  kinds?: ActivityKind[];
}

/** What the filter offers, each with the kinds it stands for. */
export const kindGroups = {
  files: ['added', 'version'],
  changes: ['renamed', 'moved'],
  deletions: ['deleted', 'restored'],
  comments: ['commented', 'resolved', 'reopened'],
  shares: ['shared'],
  decisions: ['flowSubmitted', 'flowApproved', 'flowRejected', 'flowReturned', 'flowWithdrawn', 'signed', 'asked', 'acknowledged'],
} as const satisfies Record<string, readonly ActivityKind[]>;
export type KindGroup = keyof typeof kindGroups;

/** Whether a line goes on with the burst of the line before it, which a page has cut. */
function continues(line: ActivityLine, next: ActivityLine): boolean {
  if (line.kind !== next.kind || line.userId !== next.userId || line.userName !== next.userName) return false;
  if (Date.parse(line.firstTime) - Date.parse(next.time) > burstGapMs) return false;
  const [item, nextItem] = [line.items[0], next.items[0]];
  if (kindsByPlace.has(line.kind)) return line.place?.id === next.place?.id && item?.objType === nextItem?.objType;
  return line.kind !== 'renamed' && !line.kind.startsWith('flow') && item?.id === nextItem?.id;
}

function joined(line: ActivityLine, next: ActivityLine): ActivityLine {
  const known = new Set(line.items.map(({ id }) => id));
  return {
    ...line,
    count: line.count + next.count,
    firstTime: next.firstTime,
    items: [...line.items, ...next.items.filter(({ id }) => !known.has(id))].slice(0, namedItems),
    more: next.more,
  };
}

/** The lines of pages in one list; a burst that the end of a page has cut is one line again. */
export function linesOf(pages: readonly { list: readonly ActivityLine[] }[]): ActivityLine[] {
  const lines: ActivityLine[] = [];
  for (const { list } of pages) {
    for (const [at, line] of list.entries()) {
      const last = lines.at(-1);
      if (at === 0 && last !== undefined && continues(last, line)) lines[lines.length - 1] = joined(last, line);
      else lines.push(line);
    }
  }
  return lines;
}

/** The pages of a stream as far as they are loaded. */
export const useActivity = (input: StreamInput) =>
  useInfiniteQuery({
    queryKey: [activity.list.path, 'pages', input],
    queryFn: ({ pageParam, signal }) =>
      call(activity.list, { ...input, ...(pageParam !== '' && { before: pageParam }) }, { quiet: true, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.before,
  });
