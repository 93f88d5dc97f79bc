import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { useEffect } from 'react';
import { useCommentPlaces } from '../../../platform/comment-places.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { showWords } from '../../preview/code-view.ts';
import { type NumberedThread, usePlacedThreads } from '../../preview/placed-threads.ts';
import { isOfKind, useAskedPlace } from '../../preview/shown-place.ts';
import { wordsInText } from '../../preview/words-in-page.ts';
import { useUncoverPlace } from '../comments-beside.ts';

interface Mark {
  threadId: string;
  from: number;
  to: number;
}

const setMarks = StateEffect.define<readonly Mark[]>();
const lightUp = StateEffect.define<string | undefined>();

const markOf = (threadId: string, isSelected: boolean): Decoration =>
  Decoration.mark({ class: isSelected ? 'cm-commented cm-commentedSelected' : 'cm-commented', threadId });

const threadOf = (mark: Decoration): string => String((mark.spec as { threadId?: string }).threadId);

/** The words of threads: found once, and then moved with what is typed around them. */
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects }) {
    let now = before.map(changes);
    for (const effect of effects) {
      if (effect.is(setMarks))
        now = Decoration.set(
          effect.value.map(({ threadId, from, to }) => markOf(threadId, false).range(from, to)),
          true,
        );
      if (!effect.is(lightUp)) continue;
      const lit: ReturnType<Decoration['range']>[] = [];
      now.between(0, Number.MAX_SAFE_INTEGER, (from, to, mark) => {
        lit.push(markOf(threadOf(mark), threadOf(mark) === effect.value).range(from, to));
      });
      now = Decoration.set(lit, true);
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The marks of words that are commented on. */
export const commentMarks: Extension = [
  marks,
  EditorView.theme({
    '.cm-commented': { borderBottom: '2px solid rgb(255 145 0 / 0.7)' },
    '.cm-commentedSelected': { backgroundColor: 'rgb(255 145 0 / 0.28)' },
  }),
];

function marksOf(text: string, threads: readonly NumberedThread[]): Mark[] {
  const find = wordsInText(text);
  return threads.flatMap(({ id, place }) => {
    const found = isOfKind(place, ['words']) ? find(place) : undefined;
    return found === undefined ? [] : [{ threadId: id, ...found }];
  });
}

/** Marks the words of the open threads in a text, and leads to those that the panel asks for. */
export function useTextComments(view: EditorView | undefined): void {
  const t = useText('editing.editor');
  const threads = usePlacedThreads();
  const selected = useCommentPlaces((places) => places.selected);
  const uncover = useUncoverPlace();
  useEffect(() => {
    if (view === undefined) return;
    const found = threads.some(({ place }) => place.kind === 'words') ? marksOf(view.state.doc.toString(), threads) : [];
    view.dispatch({ effects: setMarks.of(found) });
  }, [view, threads]);
  useEffect(() => view?.dispatch({ effects: lightUp.of(selected) }), [view, selected, threads]);
  useAskedPlace(['words'], view !== undefined, (place) => {
    const found = view && wordsInText(view.state.doc.toString())(place);
    if (found === undefined) return notice.info(t('placeLost'));
    uncover();
    showWords(view, found);
    return view?.focus();
  });
}
