import { type RefObject, useEffect, useState } from 'react';
import { useCommentPlaces } from '../../../platform/comment-places.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useAskedPlace } from '../../preview/shown-place.ts';
import type { CommentedDocument } from '../comments-beside.ts';
import { useUncoverPlace } from '../comments-beside.ts';
import type { UniverGrid } from './univer-grid.ts';

interface WorkbookComments {
  commented: CommentedDocument;
  /** Called with the names of the sheets that are shown, whenever these change. */
  named: (sheets: string[]) => void;
}

/** Comments on cells: tells the panel which sheets there are, and leads to the cell that it asks for. */
export function useWorkbookComments(id: string, grid: RefObject<UniverGrid | undefined>): WorkbookComments {
  const t = useText('editing.editor');
  const viewed = useCommentPlaces((places) => places.viewed);
  const [names, setNames] = useState<string>();
  const uncover = useUncoverPlace();
  useEffect(() => {
    // after the editor has said anew which document it shows
    if (viewed !== undefined && names !== undefined) useCommentPlaces.setState({ sheets: JSON.parse(names) as string[] });
  }, [viewed, names]);
  useAskedPlace(['cell'], names !== undefined, (place) => {
    uncover();
    void grid.current?.showPlace(place).then((isShown) => {
      if (!isShown) return notice.info(t('placeLost'));
      return grid.current?.find.focus();
    });
  });
  return {
    commented: {
      id,
      shows: ['cell'],
      selection: {
        kind: 'cell',
        place: () => {
          const place = grid.current?.selectedPlace;
          // what is being typed into the cell is taken
          void grid.current?.endEditing();
          return place;
        },
      },
    },
    named: (sheets) => setNames(JSON.stringify(sheets)),
  };
}
