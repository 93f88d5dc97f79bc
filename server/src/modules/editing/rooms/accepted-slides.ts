import { applySlideEdit, type DeckState, EditMisfit, type SlideEdit } from '@dossier/contract/editing/slide-edits';
import { type Accepted, EditRefused } from './ordered-room.ts';

/** Characters that a presentation may come to. */
const maxCharacters = 5_000_000;

/** A presentation with the edits that were accepted: one that does not fit it would be refused when a version is written, for everybody. */
export class AcceptedSlides implements Accepted<SlideEdit> {
  private readonly state: DeckState;
  private readonly characters: number;

  constructor(state: DeckState, characters = 0) {
    this.state = state;
    this.characters = characters;
  }

  with(edits: readonly SlideEdit[]): AcceptedSlides {
    const more = edits.reduce(
      (sum, edit) => sum + (edit.kind === 'text' ? edit.texts.join('').length : edit.kind === 'notes' ? edit.text.length : 0),
      0,
    );
    if (this.characters + more > maxCharacters) throw new EditRefused('too many words');
    try {
      return new AcceptedSlides(edits.reduce<DeckState>(applySlideEdit, this.state), this.characters + more);
    } catch (error) {
      throw error instanceof EditMisfit ? new EditRefused(error.message) : error;
    }
  }
}
