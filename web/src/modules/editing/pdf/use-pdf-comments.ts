import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useCommentPlaces } from '../../../platform/comment-places.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { isOfKind, useAskedPlace } from '../../preview/shown-place.ts';
import { useUncoverPlace } from '../comments-beside.ts';
import type { PdfEditing } from './pdf-editing.ts';

const pagePlaces = ['area', 'point', 'words'] as const;

/** Leads to the places of comments on the pages of a PDF, and marks the one that was chosen. */
export function usePdfComments(editing: PdfEditing): void {
  const t = useText('editing.editor');
  const isReady = useStore(editing.store, ({ phase }) => phase === 'ready');
  const chosen = useCommentPlaces((places) => places.chosen);
  const uncover = useUncoverPlace();
  useEffect(() => editing.places.mark(chosen && isOfKind(chosen, pagePlaces) ? chosen : undefined), [editing, chosen]);
  useAskedPlace(pagePlaces, isReady, (place) => {
    uncover();
    editing.showPlace(place).then(
      (isThere) => !isThere && notice.info(t('placeLost')),
      // the document was left meanwhile
      () => undefined,
    );
  });
}
