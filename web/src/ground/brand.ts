import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { defaultAccent, type Look } from './look.ts';

/** What the organisation shows in the place of the product's name, mark and colour, as far as it has its own. */
export interface Brand {
  title?: string | undefined;
  accent?: string | undefined;
  logoUrl?: string | undefined;
}

const none: Brand = { title: undefined, accent: undefined, logoUrl: undefined };

/** The brand in use, kept in this browser so that the next start has its colour from the first moment on. */
export const useBrand = create<Brand>()(
  persist(() => none, { name: 'dossier-brand', version: 1, partialize: ({ accent, title }) => ({ accent, title }) }),
);

/** Takes over the brand of the organisation that one works in. */
export function wearBrand(brand: Brand): void {
  useBrand.setState({ ...none, ...brand });
}

/** The look with the organisation's colour, where the person has chosen none of their own. */
export const branded = (look: Look, { accent }: Brand): Look =>
  accent !== undefined && /^#[0-9a-f]{6}$/i.test(accent) && look.accent === defaultAccent ? { ...look, accent } : look;
