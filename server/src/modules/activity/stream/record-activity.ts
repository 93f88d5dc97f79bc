import type { ActivityKind } from '@dossier/contract/activity/activity';
import type { Db } from '../../../platform/db/database.ts';
import type { DeliveredEvent, EventType, loggedShape } from '../../../platform/events/event.ts';
import type { z } from 'zod';
import { type ItemRow, ancestorsOfAll, findItems } from '../../access/items.queries.ts';
import { acknowledged, acknowledgementAsked } from '../../acknowledgements/events.ts';
import { commentCreated, commentResolved, linkCommented } from '../../comments/events.ts';
import {
  cabinetCreated,
  documentCreated,
  documentRevised,
  documentShared,
  folderCreated,
  folderShared,
  itemCopied,
  itemDeleted,
  itemMoved,
  itemRestored,
  itemUpdated,
} from '../../documents/events.ts';
import { documentSigned } from '../../signatures/events.ts';
import { flowRatified, flowReturned, flowSubmitted, flowVetoed, flowWithdrawn } from '../../workflows/events.ts';
import { documentsOfFlow } from '../../workflows/flow-access.ts';
import { queueForFollowers } from '../following/tell-followers.ts';
import { type NewActivity, insertActivity, insertPlaces } from './stream.queries.ts';

/** The fields of an event that the stream needs. */
type EventData = z.output<typeof loggedShape> & {
  from?: number | undefined;
  bySignature?: boolean | undefined;
  requestId?: number | undefined;
};

type ItemEvent = DeliveredEvent<string, EventData>;

/** The events of the stream, each with what it tells. */
const kinds: readonly (readonly [EventType<string, EventData>, ActivityKind])[] = [
  [cabinetCreated, 'added'],
  [folderCreated, 'added'],
  [documentCreated, 'added'],
  ...Object.values(itemCopied).map((event) => [event, 'added'] as const),
  [documentRevised, 'version'],
  ...Object.values(itemUpdated).map((event) => [event, 'renamed'] as const),
  ...Object.values(itemMoved).map((event) => [event, 'moved'] as const),
  ...Object.values(itemDeleted).map((event) => [event, 'deleted'] as const),
  ...Object.values(itemRestored).map((event) => [event, 'restored'] as const),
  [commentCreated, 'commented'],
  [linkCommented, 'commented'],
  [commentResolved, 'resolved'],
  [documentShared, 'shared'],
  [folderShared, 'shared'],
  [documentSigned, 'signed'],
  [acknowledgementAsked, 'asked'],
  [acknowledged, 'acknowledged'],
  [flowSubmitted, 'flowSubmitted'],
  [flowRatified, 'flowApproved'],
  [flowVetoed, 'flowRejected'],
  [flowReturned, 'flowReturned'],
  [flowWithdrawn, 'flowWithdrawn'],
];

export const streamEvents = kinds.map(([event]) => event);

const kindByName = new Map(kinds.map(([{ name }, kind]) => [name, kind]));

const copyEvents: ReadonlySet<string> = new Set(Object.values(itemCopied).map(({ name }) => name));

const isAboutFlow = (kind: ActivityKind): boolean => kind.startsWith('flow');

/** An event with one of the items that it is about. */
interface Occurrence {
  delivered: ItemEvent;
  kind: ActivityKind;
  itemId: number;
  flowId: number;
}

const nameBefore = ({ before, after }: EventData): string | undefined => {
  const [was, is] = [before?.['name'], after?.['name']];
  return typeof was === 'string' && was !== is ? was : undefined;
};

/** What an event tells; one event stands for a thread that is resolved and for one that is opened again. */
function kindOf({ event, data }: ItemEvent): ActivityKind | undefined {
  return event === commentResolved.name && data.after?.['resolved'] === false ? 'reopened' : kindByName.get(event);
}

/** What of an event belongs into the stream: of a change only a new name, of a copy only what was made, of a flow its documents; of a signature the act alone, not its version. */
async function occurrencesOf(db: Db, delivered: ItemEvent): Promise<Occurrence[]> {
  const { event, data } = delivered;
  const kind = kindOf(delivered);
  if (kind === undefined || data.objId === undefined) return [];
  if ((kind === 'renamed' && nameBefore(data) === undefined) || data.bySignature === true) return [];
  if (copyEvents.has(event) && data.from === undefined) return [];
  if (!isAboutFlow(kind)) return [{ delivered, kind, itemId: data.objId, flowId: 0 }];
  const flowId = data.objId;
  return (await documentsOfFlow(db, flowId)).map((itemId) => ({ delivered, kind, itemId, flowId }));
}

const parentBefore = ({ before }: EventData): number => Number(before?.['parentId'] ?? 0);

/** Moved later, before the event was delivered, an item still arrived where the event says. */
const placeOf = ({ delivered, kind }: Occurrence, item: ItemRow): number =>
  kind === 'moved' ? Number(delivered.data.after?.['parentId'] ?? item.parent_id) : item.parent_id;

function factsOf({ delivered, kind }: Occurrence): Record<string, unknown> {
  const version = delivered.data.after?.['version'];
  const oldName = kind === 'renamed' ? nameBefore(delivered.data) : undefined;
  const { requestId } = delivered.data;
  return {
    ...(kind === 'version' && version !== undefined && { version }),
    ...(oldName !== undefined && { oldName }),
    ...(kind === 'asked' && { requestId }),
  };
}

function rowOf(occurrence: Occurrence, item: ItemRow): NewActivity {
  const { delivered, kind, flowId } = occurrence;
  const { data, personId, personName } = delivered;
  return {
    id: delivered.id,
    item_id: item.id,
    organisation_id: item.organisation_id,
    at: delivered.at,
    kind,
    // what a visitor does is done in nobody else's name
    person_id: data.byLink === undefined ? (personId ?? 0) : 0,
    person_name: personName,
    place_id: placeOf(occurrence, item),
    flow_id: flowId,
    name: flowId === 0 ? (data.objName ?? item.name) : item.name,
    facts: JSON.stringify({ ...factsOf(occurrence), ...(data.byLink !== undefined && { visitor: true }) }),
  };
}

/** The containers around items, from the nearest on, with those themselves; around an attachment is its document. */
async function containersAround(db: Db, ids: readonly number[]): Promise<(id: number) => number[]> {
  const parents = new Map((await ancestorsOfAll(db, { ids: JSON.stringify(ids) })).map((row) => [row.id, row.parent_id]));
  return (id) => {
    const path: number[] = [];
    for (let at: number | undefined = id; at !== undefined && parents.has(at); at = parents.get(at)) path.push(at);
    return path;
  };
}

/** Writes what happened, once however often it is delivered. What was purged meanwhile leaves nothing. */
export async function recordActivity(db: Db, events: readonly ItemEvent[]): Promise<void> {
  const occurrences: Occurrence[] = [];
  for (const delivered of events) occurrences.push(...(await occurrencesOf(db, delivered)));
  const items = new Map((await findItems(db, [...new Set(occurrences.map((one) => one.itemId))])).map((item) => [item.id, item]));
  const found = occurrences.flatMap((occurrence) => {
    const item = items.get(occurrence.itemId);
    return item === undefined ? [] : [{ occurrence, item, row: rowOf(occurrence, item) }];
  });
  if (found.length === 0) return;
  const isNew = new Set(
    (
      await insertActivity(
        db,
        found.map(({ row }) => row),
      )
    ).map((row) => `${row.id} ${row.item_id}`),
  );
  const news = found.filter(({ row }) => isNew.has(`${row.id} ${row.item_id}`));
  const around = await containersAround(db, [
    ...new Set(news.flatMap(({ occurrence, item, row }) => [item.id, row.place_id, parentBefore(occurrence.delivered.data)])),
  ]);
  const places = news.flatMap(({ occurrence, item, row }) => {
    const streams = new Set([item.id, ...around(row.place_id), ...around(parentBefore(occurrence.delivered.data))]);
    return [...streams].map((stream) => ({ container_id: stream, activity_id: row.id, item_id: item.id }));
  });
  await insertPlaces(db, places);
  await queueForFollowers(
    db,
    news.map(({ row, occurrence }) => ({
      id: row.id,
      at: row.at,
      personId: occurrence.delivered.personId ?? 0,
      streams: places.filter((place) => place.activity_id === row.id && place.item_id === row.item_id).map((place) => place.container_id),
    })),
  );
}
