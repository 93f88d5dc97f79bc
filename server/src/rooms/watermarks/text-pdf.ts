import type { Maker } from '../renditions/maker.ts';
import { typesetText } from './paper.ts';

/** A text or a program as pages; `cut` where it goes on after the last of them. */
export const textPdf: Maker = {
  name: 'textpdf',
  version: 4,
  async make({ house, source, path, urgent }) {
    const { size, ext, name } = source;
    const made = await typesetText(house, { path, size, ext, name }, urgent);
    if (!made.ok) return made;
    if (made.bytes === undefined) return { ok: false, reason: 'no-output' };
    return { ok: true, content: made.bytes, facts: { pages: made.pages, cut: made.cut === true } };
  },
};
