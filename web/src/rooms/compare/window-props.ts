import type { Comparison, Found, Looks } from './use-comparison.ts';

/** How the two are laid out; each kind of comparison has its own. */
export const modes = {
  text: ['side', 'inline', 'cards'],
  pages: ['side', 'cards'],
  sheet: ['table', 'cards'],
  picture: ['side', 'slider', 'overlay', 'difference', 'cards'],
  cards: ['cards'],
} as const satisfies Record<Comparison['kind'], readonly string[]>;

export type Mode = (typeof modes)[Comparison['kind']][number];

/** What every way to show a comparison gets. */
export interface WindowProps {
  open: Comparison;
  looks: Looks;
  found: Found;
  mode: Mode;
  /** The chosen difference; -1 while none is. `round` rises with each choice, of the same one too. */
  current: number;
  round: number;
  choose: (at: number) => void;
}
