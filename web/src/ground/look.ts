import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { readCookie, writeCookie } from './cookie.ts';

/** How the person wants the interface to look; kept in this browser and with the account. */
export interface Look {
  accent: string;
  mode: 'light' | 'dark' | 'auto';
  density: 'compact' | 'regular' | 'roomy';
  /** Tabs of visited views. */
  tabs: boolean;
  /** The top bar stays while the page is scrolled. */
  fixedHeader: boolean;
  /** The mark and the name of the product, above the sidebar. */
  sidebarLogo: boolean;
}

export const defaultAccent = '#1890ff';

/** The sizes of the cookie `size`, which outlives what else is kept in the browser. */
const sizes = { compact: 'small', regular: 'medium', roomy: 'large' } as const;
const densityOf = (size: string | undefined): Look['density'] => (size === 'small' ? 'compact' : size === 'large' ? 'roomy' : 'regular');

export const defaultLook: Look = {
  accent: defaultAccent,
  mode: 'auto',
  density: densityOf(readCookie('size')),
  tabs: false,
  fixedHeader: true,
  sidebarLogo: true,
};
/** Height of a list row in each density, in pixels. */
export const rowHeight = { compact: 32, regular: 40, roomy: 52 } as const;

/** A look from outside, with the defaults in place of what makes no sense. */
export function soundLook(raw: unknown): Look {
  const { accent, mode, density, tabs, fixedHeader, sidebarLogo } = (raw ?? {}) as Partial<Look>;
  return {
    accent: typeof accent === 'string' && /^#[0-9a-f]{6}$/i.test(accent) ? accent : defaultLook.accent,
    mode: mode === 'light' || mode === 'dark' ? mode : 'auto',
    density: density === 'compact' || density === 'roomy' ? density : 'regular',
    tabs: tabs === true,
    fixedHeader: fixedHeader !== false,
    sidebarLogo: sidebarLogo !== false,
  };
}

/** The look in use: `useLook((look) => look.density)`, `useLook.setState({ mode: 'dark' })`. */
export const useLook = create<Look>()(persist(() => defaultLook, { name: 'dossier-look', version: 1, merge: soundLook }));

useLook.subscribe(({ density }, before) => density !== before.density && writeCookie('size', sizes[density]));
