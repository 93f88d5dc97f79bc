import { expect, it } from 'vitest';
import { checkSlides } from '../slides/check-slides.ts';
import type { SlideEdit } from '../slides/edits.ts';
import { patchSlides } from '../slides/patch-slides.ts';
import { readSlides } from '../slides/read-slides.ts';
import { XmlEdit } from '../xml/xml-edit.ts';
import { emptyPresentation } from './empty-presentation.ts';
import { OfficePackage } from './patch-package.ts';

const relationsOf = (pack: OfficePackage) => ['', ...pack.names].flatMap((part) => pack.relations(part));

it('is a package whose parts are all there, have a type and are well-formed', () => {
  const pack = new OfficePackage(emptyPresentation());
  const types = new XmlEdit(pack.text('[Content_Types].xml'));
  const typed = types.root.children.flatMap((one) => types.get(one, 'PartName')?.slice(1) ?? []);
  const parts = pack.names.filter((name) => name !== '[Content_Types].xml' && !name.endsWith('.rels'));
  expect(typed.toSorted()).toEqual(parts.toSorted());
  for (const name of pack.names) expect(new XmlEdit(pack.text(name)).root.name).not.toBe('');
  const targets = relationsOf(pack).map(({ target }) => target);
  expect(parts.filter((name) => !targets.includes(name))).toEqual([]);
  expect(targets.filter((name) => !pack.has(name))).toEqual([]);
});

it('has one wide slide whose empty title and subtitle can be written', () => {
  const base = emptyPresentation();
  const deck = readSlides(new OfficePackage(base));
  expect(deck.width / deck.height).toBeCloseTo(16 / 9);
  expect(deck.slides.map(({ notes, texts }) => [notes, texts.map(({ name, paragraphs }) => [name, paragraphs])])).toEqual([
    [
      '',
      [
        ['Title', ['']],
        ['Subtitle', ['']],
      ],
    ],
  ]);
  for (const { box } of deck.slides[0]?.texts ?? []) expect(box?.width).toBeGreaterThan(deck.width / 2);
  const edits: SlideEdit[] = [
    { kind: 'text', slide: 256, shape: 2, paragraph: 0, texts: ['季度报告'] },
    { kind: 'text', slide: 256, shape: 3, paragraph: 0, texts: ['one', 'two'] },
    { kind: 'notes', slide: 256, text: 'say this' },
  ];
  const patched = patchSlides(base, edits);
  const after = readSlides(new OfficePackage(patched));
  expect(after.slides[0]?.texts.map(({ paragraphs }) => paragraphs)).toEqual([['季度报告'], ['one', 'two']]);
  expect(checkSlides({ base, patched, edits, expected: after })).toEqual([]);
});
