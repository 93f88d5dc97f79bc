import { setTimeout as pause } from 'node:timers/promises';
import { type Code, codes } from '@dossier/contract/core/codes';
import type { Config } from '../../platform/config.ts';
import type { Context, Services } from '../../platform/context.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ContentGate } from '../../platform/storage/gated-storage.ts';
import type { Content } from '../../platform/storage/storage.ts';
import { contentArrived, contentCleared } from './events.ts';
import { touchBlob } from './revisions/revisions.queries.ts';
import {
  anyIsolated,
  dropWaiting,
  touchJudgedBlob,
  unreadableBlobs,
  unreadableRevisions,
  type Verdict,
  verdictBySha,
  versionsOfContent,
} from './verdicts.queries.ts';

/** How long work that has begun waits for a verdict: most come within a second. */
export const gateWait = { ms: 5000, lookMs: 50 };

/** Whether a scanner judges what comes in. */
export const isScanning = ({ clamd, icap }: Config): boolean => clamd !== undefined || icap !== undefined;

/** The refusal that a verdict stands for; undefined where the bytes may be read. */
export function refusalOf(verdict: string): Code | undefined {
  if (verdict === 'waiting' || verdict === 'unchecked') return codes.contentNotChecked;
  return verdict === 'infected' || verdict === 'deleted' ? codes.contentInfected : undefined;
}

/**
 * The gate before all contents, made at start. Without a scanner nothing waits, and contents are looked up only where one was isolated before. What was
 * not judged before a scanner was configured stays readable.
 */
export async function openContentGate(database: Database, config: Config): Promise<ContentGate | undefined> {
  if (!isScanning(config)) {
    await database.write(dropWaiting);
    if (!(await anyIsolated(database.read))) return undefined;
  }
  const verdictOf = async (sha256: string): Promise<string> => (await verdictBySha(database.read, { sha256 }))[0]?.verdict ?? '';
  const require = (verdict: string): void => {
    const refusal = refusalOf(verdict);
    if (refusal !== undefined) throw new Refusal(refusal);
  };
  return {
    require: async (sha256) => require(await verdictOf(sha256)),
    async waitFor(sha256) {
      const until = performance.now() + gateWait.ms;
      let verdict = await verdictOf(sha256);
      while (verdict === 'waiting' && performance.now() < until) {
        await pause(gateWait.lookMs);
        verdict = await verdictOf(sha256);
      }
      require(verdict);
    },
  };
}

/** Records that a content is stored and used from now on; its row is locked until the transaction ends. A new one waits for its verdict. */
export async function recordContent(
  { db, services }: Pick<Context, 'db' | 'services'>,
  { sha256, size }: Content,
  at: number,
): Promise<void> {
  if (!isScanning(services.config)) return touchBlob(db, { sha256, size, created_at: at });
  const [row] = await touchJudgedBlob(db, { sha256, size, created_at: at });
  if (row?.verdict === 'waiting')
    await services.outbox.emit(db, { name: '', address: '' }, { event: contentArrived, data: { sha256 }, at });
}

const isGated = ({ storage }: Services): boolean => storage.isGated;

/** The verdicts on those of some revisions whose bytes nobody gets now, by document. */
export async function unreadableDocuments({ db, services }: Pick<Context, 'db' | 'services'>, revisionIds: readonly number[]) {
  if (!isGated(services) || revisionIds.length === 0) return new Map<number, Verdict>();
  const rows = await unreadableRevisions(db, JSON.stringify(revisionIds));
  return new Map(rows.map((row) => [row.document_id, row.verdict as Verdict]));
}

/** The verdicts on those of some contents whose bytes nobody gets now. */
export async function unreadableContents(services: Services, db: Db, shas: readonly string[]) {
  if (!isGated(services) || shas.length === 0) return new Map<string, Verdict>();
  return new Map((await unreadableBlobs(db, JSON.stringify(shas))).map((row) => [row.sha256, row.verdict as Verdict]));
}

/** Whether the bytes of a content may be read now: asked by work in the background, which is done later where they may not. */
export const isReadable = async (services: Services, sha256: string): Promise<boolean> =>
  (await unreadableContents(services, services.database.read, [sha256])).size === 0;

const batch = 500;

/** Tells, in the transaction that lets a content be read, which documents can be read from now on. */
export async function clearContent(services: Services, db: Db, sha256: string): Promise<void> {
  const versions = await versionsOfContent(db, sha256);
  const ids = [...new Set(versions.filter((row) => row.id === row.revision_id).map((row) => row.document_id))];
  for (let at = 0; at < ids.length; at += batch) {
    const data = { ids: ids.slice(at, at + batch) };
    await services.outbox.emit(db, { name: '', address: '' }, { event: contentCleared, data, at: services.now() });
  }
}
