import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import type { minutes } from '@dossier/contract/minutes';
import { right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { checkName, endedName } from '../../ground/text/names.ts';
import { addRevision } from '../content/finish-upload.ts';
import { BytesGone, holdBytes, noteBytes, storeBytes } from '../content/store-bytes.ts';
import { needPlace } from '../library/need-items.ts';
import { placeDocument } from '../library/place-document.ts';
import { putAway } from '../meetings/end-meeting.ts';
import { needLed } from '../meetings/need-meeting.ts';
import { sayOf } from '../meetings/said.ts';
import { closeAllIn } from '../votes/meeting-results.ts';
import { minutesText } from './minutes-text.ts';

/** The title as the name of a document: without what no name may hold, and cut to its length. */
function nameOf(title: string): string {
  const words = title.replaceAll(/[/\\:*?"<>|\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').replaceAll(/\s+/g, ' ');
  const name = endedName(`${words.replaceAll(/^[\s.]+|[\s.]+$/g, '')}.md`, '');
  return checkName(name).ok ? name : 'minutes.md';
}

async function needEnded(ctx: Ctx, id: string): Promise<{ id: number; title: string }> {
  const { meeting } = await needLed(ctx, id);
  if (meeting.state !== 'ended') throw new Refusal(meeting.state === 'archived' ? codes.meetingEnded : codes.changedMeanwhile);
  return meeting;
}

/**
 * Closes an ended meeting for good and puts its minutes into a folder. The bytes are on disk before anything is written; where
 * something was written into the meeting in between, they are made again.
 */
export async function archiveMeeting(asking: Ctx, input: ParsedOf<typeof minutes.archive>): Promise<OutputOf<typeof minutes.archive>> {
  const meeting = await needEnded(asking, input.id);
  await needPlace(asking, right.visible | right.upload, input.parentId);
  for (let attempt = 1; ; attempt++) {
    const { text, title } = await minutesText(asking, meeting.id);
    const bytes = Buffer.from(text);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const part = `minutes-${newId()}`;
    const isNew = await storeBytes(asking.house, { part, sha256, bytes });
    try {
      return await inTransaction(asking, async (ctx) => {
        await needEnded(ctx, input.id);
        if ((await minutesText(ctx, meeting.id)).text !== text) throw new BytesGone();
        await holdBytes(ctx, [{ sha256, size: bytes.length }]);
        const { item: place } = await needPlace(ctx, right.visible | right.upload, input.parentId);
        const arrived = { id: newId(), revisionId: newId(), name: nameOf(title), size: bytes.length, onSameName: 'rename' as const };
        const placed = await placeDocument(ctx, place, arrived);
        await addRevision(ctx, placed, { sha256, size: bytes.length, name: placed.name });
        await closeAllIn(ctx, meeting.id);
        if (!(await putAway(ctx.db, { id: meeting.id, documentId: placed.documentId }))) throw new Refusal(codes.changedMeanwhile);
        await sayOf(ctx, 'meeting.archived', meeting, { after: { document: placed.name } });
        return { documentId: String(placed.documentId), name: placed.name };
      });
    } catch (error) {
      // bytes that no document took are known, so that a sweep finds them
      if (isNew) await noteBytes(asking.house, [{ sha256, size: bytes.length }]);
      if (!(error instanceof BytesGone)) throw error;
      if (attempt === 3) throw new Refusal(codes.changedMeanwhile);
    }
  }
}
