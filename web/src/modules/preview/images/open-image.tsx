import { objType } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import { Suspense, lazy } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import type { ItemContext } from '../../../platform/item-actions.ts';
import { viewerOf } from '../viewer-address.ts';
import { type ImageOpening, type SequenceSource, folderMark } from './image-sequence.ts';

/** The sequence of images for a list: the folder as sorted by the server, else the shown items, with folders marked. */
export function sequenceSourceOf(ctx: Pick<ItemContext, 'siblings' | 'sortField' | 'sortDirection'>): SequenceSource | undefined {
  if (ctx.sortField) return { sortField: ctx.sortField, sortDirection: ctx.sortDirection ?? 'asc' };
  if (!ctx.siblings) return undefined;
  return { ids: ctx.siblings.filter(isListed).map((item) => (isDocument(item) ? item.id : item.id + folderMark)) };
}

const isDocument = (item: Item): boolean => item.objType === objType.document;
const isListed = (item: Item): boolean => !isDocument(item) || viewerOf(item.ext) === 'picture';

const ImageOverlay = lazy(() => import('./image-overlay.tsx').then((m) => ({ default: m.ImageOverlay })));

/** Shows an image over the page. */
export function openImage(opening: ImageOpening): void {
  openDialog((close) => (
    <Suspense>
      <ImageOverlay opening={opening} close={close} />
    </Suspense>
  ));
}
