import type { Maker } from '../renditions/maker.ts';
import { render } from '../renditions/render.ts';
import { ofDxf } from './dxf-of.ts';
import { readBy } from './readers.ts';

/** A drawing as its viewer draws it: shapes, packed. */
export const drawing: Maker = {
  name: 'drawing',
  version: 1,
  make: ofDxf(({ house, source, urgent }, dxf) => readBy(house, { task: 'read', name: source.name, urgent, ...dxf })),
};

/** A drawing on paper, a page for the model and one for each sheet; `cut` where not all of it is there. */
export const drawingPdf: Maker = {
  name: 'drawingpdf',
  version: 1,
  async make({ house, source, urgent, report }) {
    const read = await render(house, source, { maker: drawing, urgent });
    if (!read.ok) return read;
    report(0.7);
    return readBy(house, { task: 'paper', path: read.path, size: read.size, name: source.name, urgent });
  },
};

/** What is written in a drawing, as text. */
export const drawingWords: Maker = {
  name: 'drawingwords',
  version: 1,
  make: ofDxf(({ house, source, urgent }, dxf) => readBy(house, { task: 'words', name: source.name, urgent, ...dxf })),
};
