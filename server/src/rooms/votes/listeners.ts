import { messageObject } from '@dossier/contract/messages';
import type { House } from '../../ground/ctx.ts';
import type { Happening, Listener } from '../../ground/outbox.ts';
import { tell } from '../messages/tell.ts';
import { judgesOf, scoreById } from './score-queries.ts';
import { voteById, votersOf } from './vote-queries.ts';

/** Everybody else's writing waits for the end of a transaction: so many are told in one. */
const piece = 100;

interface Meant {
  kind: 'voteOpened' | 'scoreAsked';
  objType: number;
  spaceId: number;
  people: number[];
}

async function meantBy(house: House, { event, data, personId }: Happening): Promise<Meant | undefined> {
  const db = house.database.read;
  const id = Number(data['objId']);
  const others = (rows: readonly { person_id: number }[]): number[] => rows.map((row) => row.person_id).filter((one) => one !== personId);
  if (event === 'vote.created') {
    const [vote] = await voteById(db, { id });
    if (vote === undefined) return undefined;
    return { kind: 'voteOpened', objType: messageObject.vote, spaceId: vote.organisation_id, people: others(await votersOf(db, id)) };
  }
  const [score] = await scoreById(db, { id });
  if (score === undefined) return undefined;
  return { kind: 'scoreAsked', objType: messageObject.score, spaceId: score.organisation_id, people: others(await judgesOf(db, id)) };
}

export const voteListeners: Listener[] = [
  {
    name: 'votes.tell',
    events: ['vote.created', 'score.created'],
    async job(happening, house) {
      const meant = await meantBy(house, happening);
      if (meant === undefined) return;
      const { kind, people, ...about } = meant;
      const told = { ...about, objId: Number(happening.data['objId']), name: String(happening.data['objName']), at: happening.at };
      for (let at = 0; at < people.length; at += piece)
        await house.database.write(async (db) => {
          for (const personId of people.slice(at, at + piece))
            await tell(db, { ...told, personId, kind, facts: { byName: happening.personName } });
        });
      house.outbox.poke();
    },
  },
];
