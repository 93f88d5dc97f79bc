import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { IsolatedState, isolation } from '@dossier/contract/governance/isolation';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { findVisibleItems } from '../../access/require-items.ts';
import { clearContent, isScanning } from '../../documents/content-verdicts.ts';
import { deleteContent } from '../../documents/isolated-content.ts';
import { countWaiting, setVerdict, versionsOfContent } from '../../documents/verdicts.queries.ts';
import { personNames } from '../../identity/users.ts';
import { isolationDeleted, isolationLooked, isolationReleased } from '../events.ts';
import { itemsToScan, namesAbove } from '../sensitive-words/scans.queries.ts';
import {
  beginScan,
  decideIsolated,
  firstVersions,
  isolatedById,
  pageOfIsolated,
  scanProgress,
  versionsOfIsolated,
} from './isolation.queries.ts';
import { scannerState } from './scanner.ts';

/** The isolated contents, the newest first. Names are shown only of documents that the caller sees; `showIsolated` shows the others. */
export async function listIsolated(
  ctx: Context,
  { pageNo, pageSize, decided = false }: ParsedOf<typeof isolation.list>,
): Promise<OutputOf<typeof isolation.list>> {
  const { rows, total } = await pageOfIsolated(ctx.db, { decided, limit: pageSize, offset: (pageNo - 1) * pageSize });
  const first = new Map(
    (
      await firstVersions(
        ctx.db,
        rows.map((row) => row.id),
      )
    ).map((version) => [version.content_id, version]),
  );
  const versions = [...first.values()];
  const visible = new Map(
    (
      await findVisibleItems(
        ctx,
        versions.map((version) => version.document_id),
      )
    ).map(({ item }) => [item.id, item]),
  );
  const nameOf = await personNames(
    ctx,
    versions.map((version) => version.person_id),
  );
  const list = rows.map((row) => {
    const version = first.get(row.id);
    const item = version === undefined ? undefined : visible.get(version.document_id);
    return {
      id: String(row.id),
      state: row.state as IsolatedState,
      threat: row.threat,
      size: row.size,
      time: isoTime(row.found_at),
      documents: version?.n ?? 0,
      uploaderName: version === undefined ? '' : nameOf(version.person_id),
      ...(item !== undefined && { name: item.name, objId: String(item.id), ...(item.ext !== '' && { ext: item.ext }) }),
      ...(row.decided_at !== 0 && { deciderName: row.decider_name, decideTime: isoTime(row.decided_at), reason: row.reason }),
    };
  });
  return { list, pageNo, pageSize, totalNumber: total };
}

/** Versions that the details name. */
const mostVersions = 50;

/** Names the documents that have an isolated content, whatever the caller may see otherwise: the permission allows it, and the log records it. */
export async function showIsolated(ctx: Context, { id }: { id: string }): Promise<OutputOf<typeof isolation.look>> {
  const row = await isolatedById(ctx.db, Number(id));
  if (row === undefined) throw new Refusal(codes.itemMissing);
  const versions = await versionsOfIsolated(ctx.db, row.id, mostVersions);
  const items = new Map((await itemsToScan(ctx.db, [...new Set(versions.map((one) => one.document_id))])).map((item) => [item.id, item]));
  const nameOf = await personNames(
    ctx,
    versions.map((one) => one.person_id),
  );
  const documents: OutputOf<typeof isolation.look>['documents'] = [];
  for (const { document_id: documentId, name, person_id: uploader } of versions) {
    const item = items.get(documentId);
    // at most as many as the details name
    const path = item === undefined ? [] : await namesAbove(ctx.db, documentId);
    documents.push({ name: item?.name ?? name, path: path.join(' / '), uploaderName: nameOf(uploader), gone: item === undefined });
    await ctx.emit(isolationLooked, { objId: documentId, objName: item?.name ?? name });
  }
  return { sha256: row.sha256, documents };
}

/** Lets everybody read a content again who may read its documents. */
export async function releaseIsolated(ctx: Context, { id, reason }: ParsedOf<typeof isolation.release>) {
  const row = await isolatedById(ctx.db, Number(id));
  if (row === undefined) throw new Refusal(codes.itemMissing);
  const decision = { state: 'released' as const, deciderName: ctx.user.fullName, at: ctx.now, reason };
  if (!(await decideIsolated(ctx.db, row.id, decision))) throw new Refusal(codes.changedMeanwhile);
  await setVerdict(ctx.db, row.sha256, { from: ['infected', 'unchecked'], to: 'released' });
  await clearContent(ctx.services, ctx.db, row.sha256);
  for (const version of await versionsOfContent(ctx.db, row.sha256))
    await ctx.emit(isolationReleased, {
      objId: version.document_id,
      objName: version.item_name,
      after: { virus: row.threat, reason },
      spaceId: version.organisation_id,
    });
  return {};
}

/** Destroys a content with the versions that have it. */
export async function deleteIsolated(ctx: Context, { id }: { id: string }) {
  const row = await isolatedById(ctx.db, Number(id));
  if (row === undefined) throw new Refusal(codes.itemMissing);
  const decision = { state: 'deleted' as const, deciderName: ctx.user.fullName, at: ctx.now, reason: '' };
  if (!(await decideIsolated(ctx.db, row.id, decision))) throw new Refusal(codes.changedMeanwhile);
  for (const version of await versionsOfContent(ctx.db, row.sha256))
    await ctx.emit(isolationDeleted, {
      objId: version.document_id,
      objName: version.item_name,
      after: { virus: row.threat },
      spaceId: version.organisation_id,
    });
  await deleteContent(ctx, row.sha256);
  return {};
}

/** Whether a scanner is configured and answers, how much waits for it, and how far the check of everything is. */
export async function showScanner(ctx: Context): Promise<OutputOf<typeof isolation.status>> {
  const { services } = ctx;
  if (!isScanning(services.config)) return { configured: false, waiting: 0 };
  const { downSince } = scannerState(services);
  const progress = await scanProgress(ctx.db);
  return {
    configured: true,
    waiting: await countWaiting(ctx.db),
    ...(downSince !== undefined && { downSince: isoTime(downSince) }),
    ...(progress !== undefined && {
      signatures: progress.signatures,
      scan: {
        begun: isoTime(progress.begun_at),
        done: progress.done,
        ...(progress.ended_at !== 0 && { ended: isoTime(progress.ended_at) }),
      },
    }),
  };
}

/** Begins the check of everything anew: signatures of one's own change no version of the scanner. */
export async function rescanEverything(ctx: Context) {
  if (!isScanning(ctx.services.config)) throw new Refusal(codes.notAvailable);
  const known = await scanProgress(ctx.db);
  await beginScan(ctx.db, { signatures: known?.signatures ?? '', at: ctx.now });
  return {};
}
