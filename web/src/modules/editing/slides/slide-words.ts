import type { DeckSlide } from '@dossier/contract/editing/slide-edits';

interface Labels {
  title: string;
  slide: (number: number) => string;
  notes: string;
}

/** The words of slides and their notes as Markdown, one heading a slide. */
export function wordsOf(slides: readonly DeckSlide[], { title, slide: labelOf, notes: notesLabel }: Labels): string {
  const parts = slides.flatMap(({ texts, notes }, at) => [
    `## ${labelOf(at + 1)}`,
    ...texts.flatMap(({ paragraphs }) => paragraphs.filter((text) => text.trim() !== '')),
    ...(notes === null || notes.trim() === '' ? [] : [`### ${notesLabel}`, ...notes.split('\n').filter((line) => line.trim() !== '')]),
  ]);
  return `${[`# ${title}`, ...parts].join('\n\n')}\n`;
}
