import { type LogEntry, reports } from '@dossier/contract/reports';
import type { InputOf } from '@dossier/contract/route';
import { call } from '../../ground/call.ts';

/** What narrows the log. */
export type Asked = Omit<InputOf<typeof reports.log>, 'pageNo' | 'pageSize' | 'beforeId'>;

/** A table has no more lines: a spreadsheet still opens it, and a browser holds it. */
export const mostExported = 50_000;
const pageSize = 500;

/**
 * All lines that are asked for, page after page from the newest on, each page going on below the last line: what happens meanwhile stands
 * above and moves nothing.
 */
export async function everyLine(
  asked: Asked,
  { signal, tell }: { signal: AbortSignal; tell: (count: number) => void },
): Promise<{ lines: LogEntry[]; more: boolean }> {
  const lines: LogEntry[] = [];
  for (;;) {
    const below = lines.at(-1)?.id;
    const { list } = await call(reports.log, { ...asked, pageSize, ...(below !== undefined && { beforeId: below }) }, { signal });
    lines.push(...list);
    tell(lines.length);
    if (list.length < pageSize) return { lines, more: false };
    if (lines.length >= mostExported) return { lines, more: true };
  }
}
