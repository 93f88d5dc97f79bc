import type { Editor } from '@docx-editor.dev/core';
import type { PlaceOf } from '@dossier/contract/comments/places';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useAskedPlace } from '../../preview/shown-place.ts';
import { selectedWords } from '../../preview/words-in-page.ts';
import { useUncoverPlace } from '../comments-beside.ts';

type WordsPlace = PlaceOf<'words'>;
type Match = Parameters<Editor['selectMatch']>[0];

/** Fewer letters of a quote than these are anywhere. */
const leastFound = 8;

const bare = (text: string): string => text.replaceAll(/\s/g, '');

/** How much of what stands around a place is the same, compared from the place on. */
function agreement({ contextBefore = '', contextAfter = '' }: Match, { before, after }: WordsPlace): number {
  const [left, right] = [bare(contextBefore), bare(contextAfter)];
  const [ownLeft, ownRight] = [bare(before), bare(after)];
  let [count, behind] = [0, 0];
  while (count < ownLeft.length && ownLeft.at(-1 - count) === left.at(-1 - count)) count++;
  while (behind < ownRight.length && ownRight[behind] === right[behind]) behind++;
  return count + behind;
}

/**
 * The words of a place in a document, which is searched by paragraphs: of a quote that reaches over their ends, or over the ends of lines where a viewer
 * has no spaces, as much of its beginning as there is.
 */
function matchOf(editor: Editor, place: WordsPlace): Match | undefined {
  const quote = place.quote.trim();
  const find = (length: number): readonly Match[] => editor.findMatches(quote.slice(0, length).trim(), { matchCase: true });
  let [least, most] = [0, quote.length];
  let found = find(most);
  if (found.length === 0) {
    // a quote is found where a longer one is
    while (most - least > 1) {
      const middle = Math.floor((least + most) / 2);
      const here = find(middle);
      if (here.length === 0) most = middle;
      else [least, found] = [middle, here];
    }
    if (least < Math.min(leastFound, quote.length)) return undefined;
  }
  const best = Math.max(...found.map((match) => agreement(match, place)));
  return found.find((match) => agreement(match, place) === best);
}

/** Leads to the words of comments in a document. */
export function useWordPlaces(editor: Editor | undefined): void {
  const t = useText('editing.editor');
  const uncover = useUncoverPlace();
  useAskedPlace(['words'], editor !== undefined, (place) => {
    const match = editor && matchOf(editor, place);
    if (match === undefined) return notice.info(t('placeLost'));
    uncover();
    editor?.selectMatch(match);
    return editor?.focus();
  });
}

/** The words of one page that are selected, as the place of a comment. */
export function selectedInPage(): WordsPlace | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const { startContainer } = range;
  const page = (startContainer instanceof Element ? startContainer : startContainer.parentElement)?.closest<HTMLElement>('.docx-page');
  return page ? selectedWords(page, Number(page.dataset['pageIndex'] ?? 0) + 1, range) : undefined;
}
