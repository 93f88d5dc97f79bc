import { codes } from '@dossier/contract/core/codes';
import type { CurrentUser } from '@dossier/contract/identity/sessions';
import type { Context, Services } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isScanning, refusalOf, unreadableDocuments } from '../documents/content-verdicts.ts';
import type { ItemFacts } from '../documents/show-items.ts';
import { forgetVersionsOf } from './isolation/isolation.queries.ts';
import { ScannerDown } from './isolation/judgement.ts';
import { judge, scannerState } from './isolation/scanner.ts';

/**
 * Judges a small file that no document keeps, such as an avatar, before it is used: 4651 where it has a virus, 4650 where no scanner can say, as there
 * is no place for it to wait in.
 */
export async function judgeReceivedFile(services: Services, bytes: Buffer): Promise<void> {
  if (!isScanning(services.config)) return;
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield bytes;
  };
  const judgement = await judge(services, body).catch((error: unknown) => {
    if (error instanceof ScannerDown) throw new Refusal(codes.contentNotChecked);
    throw error;
  });
  const refusal = refusalOf(judgement.verdict);
  if (refusal !== undefined) throw new Refusal(refusal);
}

/** Forgets the names of documents that are removed for good; what was found in them, and what was decided, stays. */
export async function releaseIsolatedVersions(ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> {
  await forgetVersionsOf(ctx.db, itemIds);
}

/** Marks the documents of a list whose bytes wait for a scanner, or have a virus. */
export const virusFacts: ItemFacts = async (ctx, _ids, authorised) => {
  const verdicts = await unreadableDocuments(
    ctx,
    authorised.flatMap(({ item }) => (item.revision_id === null || item.revision_id === 0 ? [] : [item.revision_id])),
  );
  return new Map(
    [...verdicts].map(([id, verdict]) => [id, { virusCheck: refusalOf(verdict) === codes.contentInfected ? 'infected' : verdict }]),
  );
};

/** Tells the security office that the scanner does not answer. */
export async function scannerFact({ services, user }: Context): Promise<Partial<CurrentUser>> {
  const isTold = user.permissions.all.has('isolation.edit') && isScanning(services.config);
  return isTold && scannerState(services).downSince !== undefined ? { virusScannerDown: true } : {};
}
