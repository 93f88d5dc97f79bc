import type { OpenedDocument, RoomNotice } from '@dossier/contract/editing/editing';
import type { Ordered } from '@dossier/contract/editing/ordered-edits';
import type { DeckNow, DeckState, SlideEdit, SlideSelection } from '@dossier/contract/editing/slide-edits';
import { putFile } from '../../../platform/call.ts';
import type { OpenRoom } from '../editor-parts.tsx';
import { OrderedRoom, type OrderedState, firstOrderedState } from '../rooms/ordered-room.ts';
import { isLost } from '../rooms/room.ts';
import { SlideOrder } from './slide-order.ts';

export interface SlidesRoomState extends OrderedState<SlideSelection> {
  /** The presentation with all that was done here. */
  state?: DeckState | undefined;
  /** The version that the edits begin from. */
  revisionId: string;
  canUndo: boolean;
  canRedo: boolean;
}

const firstState: SlidesRoomState = { ...firstOrderedState, revisionId: '', canUndo: false, canRedo: false };

/** What is typed is on its way after this time at most. */
const sendAfterMs = 300;

/** Keeps a presentation equal with its room. */
export class SlidesRoom extends OrderedRoom<SlideEdit, SlideSelection, SlidesRoomState> {
  private readonly order: SlideOrder;
  private deckUrl = '';
  private pictureUrl = '';

  constructor(id: string, openRoom?: OpenRoom) {
    const order = new SlideOrder(crypto.randomUUID());
    super(id, { first: firstState, openRoom, order, sendAfterMs });
    this.order = order;
  }

  protected override get isShown(): boolean {
    return this.order.state !== undefined;
  }

  protected accepts({ deckUrl }: Partial<OpenedDocument>): boolean {
    return deckUrl !== undefined;
  }

  protected async prepare({ deckUrl = '', pictureUrl = '' }: OpenedDocument): Promise<void> {
    this.deckUrl = deckUrl;
    this.pictureUrl = pictureUrl;
    if (!this.isShown) await this.fetchDeck();
  }

  private async fetchDeck(): Promise<void> {
    const now = await this.fetchNow<DeckNow>(this.deckUrl);
    if (now === undefined) return;
    this.order.filled(now);
    this.set({ revisionId: now.revisionId });
    this.showOrder();
  }

  private fetchAnew(): void {
    this.fetchDeck().catch((error: unknown) => {
      if (!isLost(error)) throw error;
    });
  }

  protected arrived(edits: Ordered<SlideEdit>, isOwn: boolean): void {
    this.order.received(edits, isOwn);
    const { deck, deleted = [] } = this.order.state ?? {};
    const known = new Set([...(deck?.slides ?? []), ...deleted].map(({ id }) => id));
    // visitors are not told of slides that were deleted before they came
    if (edits.edits.some((edit) => edit.kind === 'restore' && !known.has(edit.slide))) this.fetchAnew();
  }

  protected showOrder(): void {
    const { state, canUndo, canRedo, hasPending } = this.order;
    this.set({ state, canUndo, canRedo, unkept: hasPending });
  }

  protected override hear(notice: RoomNotice): void {
    super.hear(notice);
    if (notice.kind !== 'saved') return;
    // the version has what was changed, and is drawn anew
    this.fetchAnew();
  }

  /** The user changed the presentation; false where that cannot be. */
  edit(edit: SlideEdit): boolean {
    const isMade = this.order.local(edit);
    if (isMade) this.changed();
    return isMade;
  }

  /** Takes back what was done last; answers the slide that it was about. */
  undo(): number | undefined {
    const slide = this.order.undo();
    this.changed();
    return slide;
  }

  redo(): number | undefined {
    const slide = this.order.redo();
    this.changed();
    return slide;
  }

  protected override changed(): void {
    this.set({ wasRefused: false });
    this.showOrder();
    super.changed();
  }

  /** Another slide is looked at. */
  look(slide: number | undefined): void {
    this.selection = slide === undefined ? null : { slide };
    this.tellSelection();
  }

  /** Uploads a picture, and shows it in place of another. */
  async replacePicture(slide: number, shape: number, file: Blob): Promise<void> {
    const { picture } = (await putFile(this.pictureUrl, file)) as { picture: string };
    this.edit({ kind: 'picture', slide, shape, picture });
  }

  pictureAddress(picture: string): string {
    return `${this.pictureUrl}/${picture}`;
  }
}
