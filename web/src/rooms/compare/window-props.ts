import { extensions } from '@dossier/contract/file-types';
import type { Comparison, Found, Looks } from './use-comparison.ts';

/** How the two are laid out; each kind of comparison has its own, the first at first. */
export type Mode = 'side' | 'inline' | 'table' | 'slider' | 'overlay' | 'difference' | 'cards';

const laidOver: readonly Mode[] = ['side', 'slider', 'overlay', 'difference', 'cards'];

/** The ways in which a comparison can be laid out; a phone has no room for two texts beside each other. */
export function modesOf({ kind, before, after }: Comparison, phone: boolean): readonly Mode[] {
  if (kind === 'text') return phone ? ['inline', 'cards'] : ['side', 'inline', 'cards'];
  if (kind === 'sheet') return ['table', 'cards'];
  if (kind === 'picture') return laidOver;
  if (kind === 'cards') return ['cards'];
  const isDrawn = [before, after].every(({ view }) => extensions.drawing.has(view.ext));
  return isDrawn ? laidOver : ['side', 'cards'];
}

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
