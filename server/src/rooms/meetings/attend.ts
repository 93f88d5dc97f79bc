import { codes } from '@dossier/contract/codes';
import type { meetings } from '@dossier/contract/meetings';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needMeeting, needOpen } from './need-meeting.ts';
import { attendeeOf, setAnswer, setPresent } from './people-queries.ts';
import { sayOf } from './said.ts';

/** Says whether the caller comes. */
export async function answerMeeting(ctx: Ctx, { id, answer }: ParsedOf<typeof meetings.answer>) {
  const { meeting } = await needMeeting(ctx, id);
  needOpen(meeting);
  await setAnswer(ctx.db, { meetingId: meeting.id, personId: ctx.user.id, answer });
  return {};
}

/** Signs the caller in while the meeting runs; who leads it also signs in others, and corrects that until it lies in the archive. */
export async function signMeeting(ctx: Ctx, { id, userId, present }: ParsedOf<typeof meetings.sign>) {
  const { meeting, leads } = await needMeeting(ctx, id);
  const personId = userId === undefined ? ctx.user.id : Number(userId);
  const isOwn = personId === ctx.user.id && present;
  if (!leads && !isOwn) throw new Refusal(codes.noRightToOperate);
  if (meeting.state !== 'running' && !(leads && meeting.state === 'ended')) throw new Refusal(codes.meetingEnded);
  const [person] = await attendeeOf(ctx.db, { meeting: meeting.id, person: personId });
  if (person === undefined) throw new Refusal(codes.notInvited);
  const changed = await setPresent(ctx.db, { meetingId: meeting.id, personId, at: present ? ctx.now : 0 });
  if (changed !== undefined) await sayOf(ctx, 'meeting.signed', meeting, { after: { person: person.name, present } });
  return {};
}
