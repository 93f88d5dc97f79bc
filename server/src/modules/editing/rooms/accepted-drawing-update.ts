import { maxUpdatePart, sharedMaps } from '@dossier/contract/editing/editing';
import {
  type DrawnElement,
  drawingLimits,
  isCanvasSetting,
  isElement,
  isEmbedding,
  isHarmlessLink,
  isPicture,
} from '@dossier/formats/drawing/excalidraw';
import * as decoding from 'lib0/decoding';
import * as Y from 'yjs';
import { sharedDrawing } from '../journals/drawing-journal.ts';
import { type DecodedUpdate, structAt, structsByClient } from './update-costs.ts';

/** Structs in one update: so many elements take about 50 ms of all other calls. */
const maxStructs = 2 * maxUpdatePart.structs;
/** Bytes of an update that brings more than one value. */
const maxBytes = 2 * maxUpdatePart.bytes;
/** Values that are given to the same key by writers who do not know of each other. */
const maxAtOnePlace = 1000;
/** By how much the version of an element may rise at once: one that is dragged for hours without a connection rises by less. */
const maxVersionStep = 1_000_000;
/** An element that is new may be the copy of one that has been changed often. */
const maxNewVersion = 1_000_000_000;

type SharedMap = keyof typeof sharedMaps;

/** Where a value stands: the map and the key. */
interface Place {
  map: SharedMap;
  key: string;
}

/** Finds the places of values: one that follows another has no place of its own in an update, but that of the other. */
class Places {
  private readonly doc: Y.Doc;
  private readonly structs: ReadonlyMap<number, (Y.Item | Y.GC)[]>;
  private readonly found = new Map<Y.Item, Place>();

  constructor(doc: Y.Doc, structs: readonly (Y.Item | Y.GC | Y.Skip)[]) {
    this.doc = doc;
    this.structs = structsByClient(structs);
  }

  of(item: Y.Item): Place {
    const place = this.found.get(item) ?? this.resolve(item);
    this.found.set(item, place);
    return place;
  }

  private resolve(item: Y.Item): Place {
    const parent: unknown = item.parent;
    if (typeof parent === 'string') return placeOf(parent, item.parentSub);
    const before = item.origin ?? item.rightOrigin;
    if (parent !== null || before === null) throw new Error('an update of no drawing');
    const own = this.structs.get(before.client);
    const inUpdate = own !== undefined && structAt(own, before.clock);
    if (inUpdate instanceof Y.Item && inUpdate !== item) return this.of(inUpdate);
    const known = structAt(this.doc.store.clients.get(before.client) ?? [], before.clock);
    if (!(known instanceof Y.Item)) throw new Error('an update that hangs on others that did not come');
    const map = Object.values(sharedMaps).find((name) => this.doc.share.get(name) === known.parent);
    return placeOf(map, known.parentSub);
  }
}

const placeOf = (name: string | undefined, key: string | null): Place => {
  const map = Object.values(sharedMaps).find((one) => one === name);
  if (map === undefined || key === null || key.length > 100) throw new Error('an update of no drawing');
  return { map, key };
};

/** An element as an honest editor may leave it, given what was there before. */
function requireElement(id: string, value: unknown, before: DrawnElement | undefined): void {
  if (!isElement(id, value)) throw new Error('an update of no element');
  const version = value.version ?? 0;
  const highest = before === undefined ? maxNewVersion : (before.version ?? 0) + maxVersionStep;
  if (version > Math.min(highest, drawingLimits.version)) throw new Error('a version that was raised');
  if (value.link !== before?.link && !isHarmlessLink(value.link)) throw new Error('a link that runs something');
  const isKnown = before !== undefined && isEmbedding(before) && before.link === value.link;
  if (isEmbedding(value) && !isKnown) throw new Error('a page of elsewhere');
}

/** Requires that an update is read soon: it has few structs, and a large one has a single value, as a picture. */
export function requireSmallDrawingUpdate(update: Uint8Array): void {
  if (update.length <= maxBytes) return;
  const decoder = decoding.createDecoder(update);
  const clients = decoding.readVarUint(decoder);
  // the count of the first client's structs stands before them
  if (clients !== 1 || decoding.readVarUint(decoder) !== 1) throw new Error('an update of too many parts');
}

/** Requires that an update gives values that an editor of drawings makes to keys of the shared maps only. */
export function requireDrawingUpdate({ structs }: DecodedUpdate, doc: Y.Doc): void {
  if (structs.length > maxStructs) throw new Error('an update of too many parts');
  const places = new Places(doc, structs);
  const { elements } = sharedDrawing(doc);
  const counts = new Map<string, number>();
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue;
    const { map, key } = places.of(struct);
    const beside = `${map} ${key} ${struct.origin === null ? '' : `${struct.origin.client} ${struct.origin.clock}`}`;
    const count = (counts.get(beside) ?? 0) + 1;
    if (count > maxAtOnePlace) throw new Error('an update of too many values at one place');
    counts.set(beside, count);
    if (struct.content instanceof Y.ContentDeleted) continue;
    if (!(struct.content instanceof Y.ContentAny) || struct.content.arr.length !== 1) throw new Error('an update of no drawing');
    const value: unknown = struct.content.arr[0];
    if (map === 'elements') requireElement(key, value, elements.get(key));
    else if (!(map === 'files' ? isPicture : isCanvasSetting)(key, value)) throw new Error('an update of no picture or setting');
  }
}
