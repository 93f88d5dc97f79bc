import { setTimeout as pause } from 'node:timers/promises';
import { objType } from '@dossier/contract/core/rights';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { deliverTo } from '../../../platform/events/outbox.queries.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import { notify } from '../../notifications/notify.ts';
import { clearContent, isScanning } from '../../documents/content-verdicts.ts';
import { contentArrived } from '../../documents/events.ts';
import {
  type ContentVersion,
  setVerdict,
  type Verdict,
  verdictBySha,
  versionsOfContent,
  waitingBlobs,
} from '../../documents/verdicts.queries.ts';
import { virusFound } from '../events.ts';
import { noteVersions, securityOffice, upsertIsolated } from './isolation.queries.ts';
import { type Judgement, ScannerDown } from './judgement.ts';
import { judge } from './scanner.ts';

export const judgeSubscriber = 'isolation.judge';

/** So many contents are judged at once: a large one does not hold up the others. */
const atOnce = 3;
const readAhead = 200;
const idleMs = 100;
/** A scanner that did not answer is asked again after this time. */
export const retryMs = 5000;
/** A content at which the scanner breaks off so often, while it answers otherwise, cannot be judged. */
const mostFailures = 3;

const failures = new WeakMap<Services, Map<string, number>>();

function countFailure(services: Services, sha256: string): number {
  const known = failures.get(services) ?? new Map<string, number>();
  failures.set(services, known);
  const count = (known.get(sha256) ?? 0) + 1;
  known.set(sha256, count);
  return count;
}

/** Notes versions of documents that have an isolated content; tells their uploaders and the security office, once of each version. */
export async function tellOfVersions(
  services: Services,
  db: Db,
  { contentId, threat, versions }: { contentId: number; threat: string; versions: readonly ContentVersion[] },
): Promise<void> {
  const at = services.now();
  const noted = await noteVersions(
    db,
    versions.map((row) => ({
      revision_id: row.id,
      content_id: contentId,
      document_id: row.document_id,
      organisation_id: row.organisation_id,
      name: row.name,
      person_id: row.creator_id,
    })),
  );
  const fresh = versions.filter(({ id }) => noted.has(id));
  if (fresh.length === 0) return;
  for (const row of fresh) {
    const actor = { name: '', address: '', spaceId: row.organisation_id };
    const data = { objId: row.document_id, objName: row.item_name, after: { virus: threat } };
    await services.outbox.emit(db, actor, { event: virusFound, data, at });
  }
  for (const [personId, [first]] of Map.groupBy(fresh, (row) => row.creator_id)) {
    if (first === undefined) continue;
    const about = { spaceId: first.organisation_id, objType: objType.document, objId: first.document_id, name: first.item_name };
    await notify(db, { personId, ...about, ...(first.ext !== '' && { ext: first.ext }), kind: 'virusInOwn', facts: { threat }, at });
  }
  for (const { id: personId, organisation_id: spaceId } of await securityOffice(db))
    await notify(db, { personId, spaceId, kind: 'virusFound', facts: { threat }, at });
}

/** Writes what the scanner says of a content that had one of the verdicts `from`. */
export async function settle(
  services: Services,
  { sha256, size }: Content,
  { judgement, from }: { judgement: Judgement; from: readonly Verdict[] },
): Promise<void> {
  await services.database.write(async (db) => {
    if (!(await setVerdict(db, sha256, { from, to: judgement.verdict }))) return;
    if (judgement.verdict === 'clean') return clearContent(services, db, sha256);
    const threat = judgement.verdict === 'infected' ? judgement.threat : judgement.reason;
    const contentId = await upsertIsolated(db, { sha256, size, threat, state: judgement.verdict, at: services.now() });
    await tellOfVersions(services, db, { contentId, threat, versions: await versionsOfContent(db, sha256) });
  });
  services.outbox.wake();
}

/** Judges one content; answers false where the scanner does not answer. */
async function judgeOne(services: Services, content: Content): Promise<boolean> {
  const from = ['waiting'] as const;
  try {
    await settle(services, content, { judgement: await judge(services, () => services.storage.ungated.open(content.sha256)), from });
    failures.get(services)?.delete(content.sha256);
    return true;
  } catch (error) {
    // freed meanwhile, as drafts of editors are
    if ((await verdictBySha(services.database.read, { sha256: content.sha256 }))[0]?.verdict !== 'waiting') return true;
    const count = countFailure(services, content.sha256);
    if (count >= mostFailures && (await answers(services))) {
      await settle(services, content, { judgement: { verdict: 'unchecked', reason: (error as Error).message }, from });
      failures.get(services)?.delete(content.sha256);
      return true;
    }
    if (!(error instanceof ScannerDown)) services.log.error({ err: error, sha256: content.sha256 }, 'a content could not be judged');
    return !(error instanceof ScannerDown);
  }
}

const nothing = async function* (): AsyncGenerator<Uint8Array> {};

/** Whether the scanner judges something at all, which tells a content that it breaks off at from a scanner that is down. */
const answers = (services: Services): Promise<boolean> =>
  judge(services, nothing).then(
    () => true,
    () => false,
  );

/** The contents that wait, each once, however many come meanwhile. */
function waitingContents(services: Services) {
  const tried = new Set<string>();
  let ahead: Content[] = [];
  return async (): Promise<Content | undefined> => {
    if (ahead.length === 0)
      ahead = (await waitingBlobs(services.database.read, readAhead + tried.size)).filter(({ sha256 }) => !tried.has(sha256));
    const next = ahead.shift();
    if (next === undefined || tried.has(next.sha256)) return undefined;
    tried.add(next.sha256);
    return next;
  };
}

/** Judges everything that waits, and what comes meanwhile; later again where the scanner does not answer. */
export async function judgeWaiting(services: Services): Promise<void> {
  if (!isScanning(services.config)) return;
  const next = waitingContents(services);
  let [busy, isDown] = [0, false];
  const work = async (): Promise<void> => {
    while (!isDown && !services.stopping.aborted) {
      const content = await next();
      if (content === undefined) {
        if (busy === 0) return;
        // while a large one is judged, others may come
        await pause(idleMs);
        continue;
      }
      busy++;
      try {
        if (!(await judgeOne(services, content))) isDown = true;
      } finally {
        busy--;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (!isDown && (await waitingBlobs(services.database.read, 1)).length === 0) return;
  const again = { event: contentArrived, data: { sha256: '' }, at: services.now() + retryMs, dedupe: 'again' };
  await services.database.write((db) => deliverTo(db, judgeSubscriber, again));
}
