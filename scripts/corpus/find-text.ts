import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { search } from '@dossier/contract/search/search';
import type { Calls } from '../../e2e/calls.ts';
import type { Finding } from './finding.ts';
import { wordsOf } from './words-of.ts';

const timeoutMs = 300_000;
const lookAgain = 200;

/** Waits until the server has processed all uploads, OCR included; returns what is left at a timeout. */
export async function settle(data: string): Promise<string[]> {
  const database = new DatabaseSync(join(data, 'dossier.db'), { readOnly: true });
  const left = database.prepare("select subscriber || ' ' || event as job, count(*) as n from outbox group by 1 order by 1");
  try {
    const until = Date.now() + timeoutMs;
    for (;;) {
      const jobs = left.all();
      if (jobs.length === 0 || Date.now() > until) return jobs.map(({ job, n }) => `${String(job)}: ${String(n)} left`);
      await new Promise((resolve) => setTimeout(resolve, lookAgain));
    }
  } finally {
    database.close();
  }
}

/** Searches for the words of a file until one of them finds it. */
export async function findText(calls: Calls, cabinet: string, finding: Finding): Promise<void> {
  if (finding.words.length === 0) finding.words = await wordsOf(finding.file);
  if (finding.id === undefined || finding.words.length === 0) return;
  finding.text = 'no';
  for (const keyword of finding.words) {
    const { list } = await calls.call(search.search, { keyword, in: 'content', parentId: cabinet, pageNo: 1, pageSize: 100 });
    if (list.some(({ id }) => id === finding.id)) {
      finding.text = 'yes';
      return;
    }
  }
}
