import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { readCookie, writeCookie } from './cookies.ts';

/** How the person wants the interface to look; kept in this browser and with the account. */
export interface Appearance {
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
const densityOf = (size: string | undefined): Appearance['density'] =>
  size === 'small' ? 'compact' : size === 'large' ? 'roomy' : 'regular';

const defaultAppearance: Appearance = {
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
export function validAppearance(raw: unknown): Appearance {
  const { accent, mode, density, tabs, fixedHeader, sidebarLogo } = (raw ?? {}) as Partial<Appearance>;
  return {
    accent: typeof accent === 'string' && /^#[0-9a-f]{6}$/i.test(accent) ? accent : defaultAppearance.accent,
    mode: mode === 'light' || mode === 'dark' ? mode : 'auto',
    density: density === 'compact' || density === 'roomy' ? density : 'regular',
    tabs: tabs === true,
    fixedHeader: fixedHeader !== false,
    sidebarLogo: sidebarLogo !== false,
  };
}

/** The look in use: `useLook((look) => look.density)`, `useLook.setState({ mode: 'dark' })`. */
export const useAppearance = create<Appearance>()(
  persist(() => defaultAppearance, { name: 'dossier-look', version: 1, merge: validAppearance }),
);

useAppearance.subscribe(({ density }, before) => density !== before.density && writeCookie('size', sizes[density]));

/** What the organisation shows in the place of the product's name, mark and colour, as far as it has its own. */
interface Brand {
  title?: string | undefined;
  accent?: string | undefined;
  logoUrl?: string | undefined;
}

const noBrand: Brand = { title: undefined, accent: undefined, logoUrl: undefined };

/** The brand in use, kept in this browser so that the next start has its colour from the first moment on. */
export const useBrand = create<Brand>()(
  persist(() => noBrand, { name: 'dossier-brand', version: 1, partialize: ({ accent, title }) => ({ accent, title }) }),
);

/** Takes over the brand of the organisation that one works in. */
export function setBrand(brand: Brand): void {
  useBrand.setState({ ...noBrand, ...brand });
}

/** The look with the organisation's colour, where the person has chosen none of their own. */
export const withBrand = (look: Appearance, { accent }: Brand): Appearance =>
  accent !== undefined && /^#[0-9a-f]{6}$/i.test(accent) && look.accent === defaultAccent ? { ...look, accent } : look;
