import type { preview } from '@dossier/contract/preview';
import { extensions } from '@dossier/contract/file-types';
import { sortFields } from '@dossier/contract/library';
import { objType, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { breather } from '../../ground/breathe.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { type Held, needItem } from '../library/need-items.ts';
import { documentsInOrder } from '../library/walk-items.ts';
import { needUse } from '../content/file-ticket.ts';
import { noteView } from './note-view.ts';
import { viewOf } from './view-document.ts';

const piece = 1000;

const isPicture = ({ item, bits }: Held): boolean => extensions.picture.has(item.ext) && (bits & right.read) !== 0;

/** A deed that finds the picture beside one, in the order of the list it is shown in; at the ends there is none. */
export const findNeighbour =
  (step: -1 | 1) =>
  async (ctx: Ctx, input: ParsedOf<typeof preview.viewNext>): Promise<OutputOf<typeof preview.viewNext>> => {
    const { item } = await needItem(ctx, right.visible | right.read, input.id, objType.document);
    const sortField = sortFields.find((field) => field === input.sortField) ?? 'sortNumber';
    // going back is going on in the reversed order
    const forward = (input.sortDirection ?? 'asc') === 'asc';
    const sortDirection = forward === (step === 1) ? 'asc' : 'desc';
    let passed = false;
    const breathe = breather();
    for (let offset = 0; ; offset += piece) {
      await breathe();
      const documents = await documentsInOrder(ctx, item.parent_id, { sortField, sortDirection, limit: piece, offset });
      for (const one of documents) {
        if (passed && isPicture(one)) {
          const held = await needUse(ctx, 'view', { id: String(one.item.id) });
          await noteView(ctx, held);
          return { found: true, ...(await viewOf(ctx, held)) };
        }
        if (one.item.id === item.id) passed = true;
      }
      if (documents.length < piece) return { found: false };
    }
  };
