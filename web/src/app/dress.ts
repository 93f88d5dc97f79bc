import { branded, useBrand } from '../ground/brand.ts';
import { useLook } from '../ground/look.ts';
import { cssVariables } from './palette.ts';

const systemDark = matchMedia('(prefers-color-scheme: dark)');

/** Whether the look is dark now. */
export const isDark = (): boolean => {
  const { mode } = useLook.getState();
  return mode === 'dark' || (mode === 'auto' && systemDark.matches);
};

function dress(): void {
  const { style, dataset } = document.documentElement;
  for (const [name, value] of Object.entries(cssVariables(branded(useLook.getState(), useBrand.getState()), isDark())))
    style.setProperty(name, value);
  style.colorScheme = isDark() ? 'dark' : 'light';
  dataset.mode = isDark() ? 'dark' : 'light';
}

/** Gives the document the colours of the chosen look, and keeps them in step. */
export function dressDocument(): void {
  dress();
  useLook.subscribe(dress);
  useBrand.subscribe(dress);
  systemDark.addEventListener('change', dress);
}
