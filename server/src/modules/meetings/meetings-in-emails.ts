import { messageObject } from '@dossier/contract/notifications/messages';
import type { EmailLine, EmailSubject, EmailSubjects } from '../notifications/email-subjects.ts';
import { meetingsInviting } from './meetings/meetings.queries.ts';
import { scoresAsking } from './votes/scores.queries.ts';
import { votesAsking } from './votes/votes.queries.ts';

const subjects = [
  { objType: messageObject.meeting, query: meetingsInviting, page: '/meeting/index' },
  { objType: messageObject.vote, query: votesAsking, page: '/voteData' },
  { objType: messageObject.score, query: scoresAsking, page: '/scoreSummary' },
] as const;

const types: ReadonlySet<number> = new Set(Object.values(messageObject));

/** Lines about meetings, votes and score sheets: told to those who are asked to them now. */
export const meetingsInEmails: EmailSubjects = {
  covers: ({ objType }) => types.has(objType),
  async find(ctx, lines) {
    const found = new Map<number, EmailSubject>();
    const reader = { personId: ctx.user.id, organisationId: ctx.user.organisationId };
    const byType = Map.groupBy(lines, (line: EmailLine) => line.objType);
    for (const { objType, query, page } of subjects) {
      const own = byType.get(objType) ?? [];
      if (own.length === 0) continue;
      const rows = await query(ctx.db, [...new Set(own.map(({ objId }) => objId))], reader);
      const titles = new Map(rows.map((row) => [row.id, row.title]));
      for (const { id, objId } of own) {
        const name = titles.get(objId);
        if (name !== undefined) found.set(id, { name, path: `${page}?id=${objId}` });
      }
    }
    return found;
  },
};
