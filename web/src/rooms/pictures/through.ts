import type { Item } from '@dossier/contract/library';
import { objType } from '@dossier/contract/rights';
import type { ItemContext } from '../../ground/item-action.ts';
import { viewerOf } from '../viewer/extension-groups.ts';
import { folderMark } from './neighbours.ts';
import type { Through } from './opening.ts';

/** Through which pictures one goes on from a list: the folder as the server sorts it, else the items shown around, folders among them marked. */
export function throughOf(ctx: Pick<ItemContext, 'siblings' | 'sortField' | 'sortDirection'>): Through | undefined {
  if (ctx.sortField) return { sortField: ctx.sortField, sortDirection: ctx.sortDirection ?? 'asc' };
  if (!ctx.siblings) return undefined;
  return { ids: ctx.siblings.filter(isListed).map((item) => (isDocument(item) ? item.id : item.id + folderMark)) };
}

const isDocument = (item: Item): boolean => item.objType === objType.document;
const isListed = (item: Item): boolean => !isDocument(item) || viewerOf(item.ext) === 'picture';
