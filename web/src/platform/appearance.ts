import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { readCookie, writeCookie } from './cookies.ts';

/** The user's appearance settings; kept in this browser and with the account. */
export interface Appearance {
  accent: string;
  mode: 'light' | 'dark' | 'auto';
  density: 'compact' | 'regular' | 'roomy';
  /** Whether there are tabs of visited views. */
  tabs: boolean;
  /** Whether the top bar stays while scrolling. */
  fixedHeader: boolean;
  /** Whether the product's logo and name are above the sidebar. */
  sidebarLogo: boolean;
}

export const defaultAccent = '#1890ff';

/** The values of the cookie `size`, which outlives other data in the browser. */
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

/** An appearance from outside, with defaults for invalid values. */
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

/** The current appearance: `useAppearance((appearance) => appearance.density)`, `useAppearance.setState({ mode: 'dark' })`. */
export const useAppearance = create<Appearance>()(
  persist(() => defaultAppearance, { name: 'dossier-look', version: 1, merge: validAppearance }),
);

useAppearance.subscribe(({ density }, before) => density !== before.density && writeCookie('size', sizes[density]));

/** The organisation's title, accent colour and logo in place of the product's, as far as set. */
interface Brand {
  title?: string | undefined;
  accent?: string | undefined;
  logoUrl?: string | undefined;
}

const noBrand: Brand = { title: undefined, accent: undefined, logoUrl: undefined };

/** The current branding, kept in this browser so that the next start has its colour at once. */
export const useBrand = create<Brand>()(
  persist(() => noBrand, { name: 'dossier-brand', version: 1, partialize: ({ accent, title }) => ({ accent, title }) }),
);

/** Applies the branding of the current organisation. */
export function setBrand(brand: Brand): void {
  useBrand.setState({ ...noBrand, ...brand });
}

/** The appearance with the organisation's accent colour, unless the user has chosen one. */
export const withBrand = (appearance: Appearance, { accent }: Brand): Appearance =>
  accent !== undefined && /^#[0-9a-f]{6}$/i.test(accent) && appearance.accent === defaultAccent ? { ...appearance, accent } : appearance;
