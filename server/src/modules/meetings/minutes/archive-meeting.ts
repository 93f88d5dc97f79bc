import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { minutes } from '@dossier/contract/meetings/minutes';
import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { checkName, endedName } from '../../../platform/text/names.ts';
import { requireContainer } from '../../access/require-items.ts';
import { addRevision, BlobGone, lockBlobs, placeDocument, recordBlobs, storeBlob } from '../../documents/place-document.ts';
import { emitForMeeting } from '../events.ts';
import { meetingArchived } from '../events.ts';
import { closeVotesAndScores } from '../meeting-results.ts';
import { requireLedMeeting } from '../meetings/meeting-access.ts';
import { markArchived } from '../meetings/meeting-lifecycle.ts';
import { minutesDocument } from './minutes-document.ts';

/** The title as a document name: without illegal characters, and truncated. */
function documentName(title: string): string {
  const words = title.replaceAll(/[/\\:*?"<>|\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').replaceAll(/\s+/g, ' ');
  const name = endedName(`${words.replaceAll(/^[\s.]+|[\s.]+$/g, '')}.md`, '');
  return checkName(name).ok ? name : 'minutes.md';
}

async function requireEnded(ctx: Context, id: string): Promise<{ id: number; title: string }> {
  const { meeting } = await requireLedMeeting(ctx, id);
  if (meeting.state !== 'ended') throw new Refusal(meeting.state === 'archived' ? codes.meetingEnded : codes.changedMeanwhile);
  return meeting;
}

/**
 * Archives an ended meeting and puts its minutes into a folder. The bytes are on disk before any row is written; where the meeting changed
 * in between,
 * they are made again.
 */
export async function archiveMeeting(asking: Context, input: ParsedOf<typeof minutes.archive>): Promise<OutputOf<typeof minutes.archive>> {
  const meeting = await requireEnded(asking, input.id);
  await requireContainer(asking, right.visible | right.upload, input.parentId);
  for (let attempt = 1; ; attempt++) {
    const { text, title } = await minutesDocument(asking, meeting.id);
    const bytes = Buffer.from(text);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const part = `minutes-${newId()}`;
    const isNew = await storeBlob(asking.services, { part, sha256, size: bytes.length, bytes });
    try {
      return await inTransaction(asking, async (ctx) => {
        await requireEnded(ctx, input.id);
        if ((await minutesDocument(ctx, meeting.id)).text !== text) throw new BlobGone();
        await lockBlobs(ctx, [{ sha256, size: bytes.length }]);
        const { item: place } = await requireContainer(ctx, right.visible | right.upload, input.parentId);
        const arrived = { id: newId(), revisionId: newId(), name: documentName(title), size: bytes.length, onSameName: 'rename' as const };
        const placed = await placeDocument(ctx, place, arrived);
        await addRevision(ctx, placed, { sha256, size: bytes.length, name: placed.name });
        await closeVotesAndScores(ctx, meeting.id);
        if (!(await markArchived(ctx.db, { id: meeting.id, documentId: placed.documentId }))) throw new Refusal(codes.changedMeanwhile);
        await emitForMeeting(ctx, meetingArchived, meeting, { after: { document: placed.name } });
        return { documentId: String(placed.documentId), name: placed.name };
      });
    } catch (error) {
      // bytes that no document uses are recorded, so that a sweep finds them
      if (isNew) await recordBlobs(asking.services, [{ sha256, size: bytes.length }]);
      if (!(error instanceof BlobGone)) throw error;
      if (attempt === 3) throw new Refusal(codes.changedMeanwhile);
    }
  }
}
