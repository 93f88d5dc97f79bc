import { applySlideEdits, type DeckState, EditMisfit, type SlideEdit } from '@dossier/contract/editing/slide-edits';
import { type Accepted, EditRefused } from './ordered-room.ts';

/** Characters that a presentation may come to. */
const maxCharacters = 5_000_000;

/**
 * What the edits of a version cost its writer about: a microsecond a unit, with the check. A part of the package that is added costs as much as the
 * list of all parts is long. After so many units more the edits are tried, long before a version takes as long as it may.
 */
const costs = { edit: 20, part: 10_000, betweenTrials: 1_000_000 };

const charactersOf = (edit: SlideEdit): number => {
  if (edit.kind === 'text') return edit.texts.reduce((sum, text) => sum + text.length, 0);
  return edit.kind === 'notes' ? edit.text.length : 0;
};

/** A presentation with the edits that were accepted: one that does not fit it would be refused when a version is written, for everybody. */
export class AcceptedSlides implements Accepted<SlideEdit> {
  readonly mustTry: boolean;
  private readonly state: DeckState;
  private readonly characters: number;
  private readonly untried: number;

  constructor(state: DeckState, { characters, untried } = { characters: 0, untried: 0 }) {
    this.state = state;
    this.characters = characters;
    this.mustTry = untried >= costs.betweenTrials;
    this.untried = this.mustTry ? 0 : untried;
  }

  with(edits: readonly SlideEdit[]): AcceptedSlides {
    const characters = edits.reduce((sum, edit) => sum + charactersOf(edit), this.characters);
    if (characters > maxCharacters) throw new EditRefused('too many words');
    try {
      const untried = edits.reduce((sum, edit) => sum + this.costOf(edit), this.untried);
      return new AcceptedSlides(applySlideEdits(this.state, edits), { characters, untried });
    } catch (error) {
      throw error instanceof EditMisfit ? new EditRefused(error.message) : error;
    }
  }

  private costOf(edit: SlideEdit): number {
    const addsPart = edit.kind === 'picture' || (edit.kind === 'notes' && edit.text !== '' && this.notesOf(edit.slide) === '');
    return costs.edit + charactersOf(edit) + (addsPart ? costs.part : 0);
  }

  private notesOf(id: number): string | null | undefined {
    return this.state.deck.slides.find((slide) => slide.id === id)?.notes;
  }
}
