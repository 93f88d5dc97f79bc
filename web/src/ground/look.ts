import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** How the person wants the interface to look; kept in this browser and with the account. */
export interface Look {
  accent: string;
  mode: 'light' | 'dark' | 'auto';
  density: 'compact' | 'regular' | 'roomy';
  /** Tabs of visited views. */
  tabs: boolean;
}

export const defaultAccent = '#1890ff';
export const defaultLook: Look = { accent: defaultAccent, mode: 'auto', density: 'regular', tabs: false };
/** Height of a list row in each density, in pixels. */
export const rowHeight = { compact: 32, regular: 40, roomy: 52 } as const;

/** A look from outside, with the defaults in place of what makes no sense. */
export function soundLook(raw: unknown): Look {
  const { accent, mode, density, tabs } = (raw ?? {}) as Partial<Look>;
  return {
    accent: typeof accent === 'string' && /^#[0-9a-f]{6}$/i.test(accent) ? accent : defaultLook.accent,
    mode: mode === 'light' || mode === 'dark' ? mode : 'auto',
    density: density === 'compact' || density === 'roomy' ? density : 'regular',
    tabs: tabs === true,
  };
}

/** The look in use: `useLook((look) => look.density)`, `useLook.setState({ mode: 'dark' })`. */
export const useLook = create<Look>()(persist(() => defaultLook, { name: 'dossier-look', version: 1, merge: soundLook }));
