/** What the player over the page plays. */
export interface Song {
  id: string;
  name: string;
  currentRev?: string;
}
