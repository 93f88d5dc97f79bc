import { search } from '@dossier/contract/search/search';
import { putText, putWords } from '../server/src/modules/search/word-index.queries.ts';
import type { Services } from '../server/src/platform/context.ts';
import { indexTokens, nameTokens } from '../server/src/platform/text/tokens.ts';
import { load } from './load.ts';
import type { Line } from './table.ts';

const common = ['合同', '审批', '项目', '预算', 'quality', 'report', '验收', '采购', 'drawing', 'schedule'];
const rare = (n: number): string => `term${n % 5000} 编号${n}`;

/** A text of some 60 words: three of ten common ones, and rare ones, so that two common words meet in thousands of documents. */
const textOf = (n: number): string =>
  Array.from({ length: 20 }, (_, at) => `${common[(n * 7 + at * 3) % (at % 3 === 0 ? 10 : 7)]} ${rare(n * 31 + at)} 说明文字`).join('，');

/**
 * Indexes the names, and with `texts` the texts, of every document, as the worker would after reading them: a server with an unfinished index works
 * on it from its start, which would distort all measurements.
 */
export async function buildIndex(dossier: Services, { texts }: { texts: boolean }): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await dossier.database.read
      .selectFrom('item')
      .select(['id', 'kind', 'name', 'revision_id'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(2000)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    await dossier.database.write(async (db) => {
      for (const row of rows) {
        await putWords(db, 'name_words', { id: row.id, tokens: nameTokens(row.name) });
        if (row.kind !== 33) continue;
        const body = texts ? textOf(row.id % 1_000_003) : '';
        if (texts) await putWords(db, 'body_words', { id: row.id, tokens: indexTokens(body) });
        await putText(db, { item_id: row.id, revision_id: row.revision_id, state: texts ? 'done' : 'none', body });
      }
    });
  }
}

/** One search after another, as one user does; two common words with ranking, rights, total and snippets. */
export async function measureSearch(port: number, token: string): Promise<Line[]> {
  const cases: [string, string, string][] = [
    ['name search over 100,000', `in=name&keyword=${encodeURIComponent('会议纪要 21')}`, 'p50 ≤ 10 ms'],
    ['content search, two common words', `in=content&keyword=${encodeURIComponent('合同 预算')}`, 'p50 ≤ 30 ms'],
  ];
  const lines: Line[] = [];
  for (const [work, query, aim] of cases) {
    const path = `${search.search.path}?${query}&pageSize=30`;
    const headers = { authorization: token };
    const answer = (await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json()) as { data: { totalNumber: number } };
    const got = await load({ port, path, headers, connections: 1, seconds: 4, anew: true });
    lines.push({
      work: `${work} (${answer.data.totalNumber} hits told)`,
      ours: `p50 ${got.p50.toFixed(1)} ms, p95 ${got.p95.toFixed(1)} ms`,
      floor: '–',
      ratio: '–',
      aim,
    });
  }
  return lines;
}
