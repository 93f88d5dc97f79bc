import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Drawing,
  type DrawnElement,
  drawingText,
  isElement,
  isHarmlessLink,
  isPicture,
  isWithinLimits,
  type JsonObject,
  parseDrawing,
  rewriteDrawing,
  UnreadableDrawing,
} from './excalidraw.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const element = (id: string, more: JsonObject = {}): DrawnElement => ({
  id,
  type: 'rectangle',
  x: 1,
  y: 2,
  width: 10,
  height: 20,
  version: 1,
  versionNonce: 5,
  ...more,
});
const picture = 'data:image/png;base64,iVBORw0KGgo=';
const fileOf = (...elements: JsonObject[]): Uint8Array =>
  bytesOf(JSON.stringify({ type: 'excalidraw', version: 2, elements, appState: {}, files: {} }));
const change = (drawing: Drawing, id: string, more: JsonObject): void =>
  void drawing.elements.set(id, { ...element(id), ...drawing.elements.get(id), ...more });

/** Written by hand: numbers, escapes, line ends and keys that no serialiser would write like this. */
const odd = `\ufeff{
\t"type": "excalidraw",
\t"version": 2,
\t"fromPlugin": {"a": 1.0},
\t"elements": [
\t\t{"id": "one", "type": "text", "x": 1.50, "y": 2e1, "text": "caf\\u00e9", "version": 3, "versionNonce": 1, "own": {"deep": [1.0]}},
\t\t{"type": "no id"},
\t\t{"id": "two", "type": "from-tomorrow", "x": 0, "y": -0.0, "version": 1, "versionNonce": 2}
\t],
\t"appState": {"viewBackgroundColor": "#ffffff", "gridSize": 20, "else": 7.0},
\t"files": {"lost": {"id": "lost", "mimeType": "image/png", "dataURL": "${picture}"}, "bad": 1}
}
`;

describe('a drawing that is edited', () => {
  test('nobody touched: the bytes are those of the file', () => {
    for (const bytes of [bytesOf(odd), bytesOf(''), fileOf(element('a'), element('b'))])
      expect(rewriteDrawing(bytes, parseDrawing(bytes))).toBe(bytes);
  });

  test('one element moved: all else is written as it was', () => {
    const drawing = parseDrawing(bytesOf(odd));
    change(drawing, 'two', { x: 42, version: 2 });
    const text = textOf(rewriteDrawing(bytesOf(odd), drawing));
    expect(text.startsWith('\ufeff{\n\t"type"')).toBe(true);
    expect(text.endsWith('}\n')).toBe(true);
    for (const kept of ['1.50', '2e1', '"caf\\u00e9"', '"no id"', '7.0', '"bad": 1', '"lost"', '"from-tomorrow"'])
      expect(text).toContain(kept);
    expect(text.indexOf('"no id"')).toBeLessThan(text.indexOf('"two"'));
    expect(JSON.parse(text.slice(1)).elements[2]).toMatchObject({ id: 'two', x: 42, version: 2 });
    // written twice, the file does not change any more
    expect(textOf(rewriteDrawing(bytesOf(text), parseDrawing(bytesOf(text))))).toBe(text);
  });

  test('elements without indices get them for the editor, and keep their form in the file', () => {
    const bytes = fileOf(element('b'), element('a'), element('c'));
    const drawing = parseDrawing(bytes);
    expect([...drawing.elements.values()].map(({ index }) => index)).toEqual(['a0', 'a1', 'a2']);
    drawing.elements.set('new', element('new', { index: 'a0V' }));
    const saved = rewriteDrawing(bytes, drawing);
    const { elements } = JSON.parse(textOf(saved));
    expect(elements.map(({ id, index }: JsonObject) => [id, index])).toEqual([
      ['b', undefined],
      ['new', 'a0V'],
      ['a', undefined],
      ['c', undefined],
    ]);
    // saved again in the same session, it is the same file
    expect(rewriteDrawing(saved, drawing)).toBe(saved);
  });

  test('a deleted element goes with its picture, one that was deleted before stays', () => {
    const image = (id: string): JsonObject => ({ id, mimeType: 'image/png', dataURL: picture });
    const text = JSON.stringify({
      type: 'excalidraw',
      elements: [element('a', { type: 'image', fileId: 'pa' }), element('b', { isDeleted: true }), element('c')],
      files: { pa: image('pa'), loose: image('loose') },
    });
    const drawing = parseDrawing(bytesOf(text));
    change(drawing, 'a', { isDeleted: true });
    drawing.files.set('unused', image('unused'));
    const after = JSON.parse(textOf(rewriteDrawing(bytesOf(text), drawing)));
    expect(after.elements.map(({ id }: JsonObject) => id)).toEqual(['b', 'c']);
    expect(Object.keys(after.files)).toEqual(['loose']);
  });

  test('from nothing: a file that is indented', () => {
    const drawing = parseDrawing(new Uint8Array());
    drawing.elements.set('a', element('a', { index: 'a0' }));
    drawing.app.set('viewBackgroundColor', '#fdf8f6');
    const text = textOf(rewriteDrawing(new Uint8Array(), drawing));
    expect(text.startsWith('{\n  "type": "excalidraw",')).toBe(true);
    expect(JSON.parse(text)).toMatchObject({
      version: 2,
      elements: [{ id: 'a' }],
      appState: { viewBackgroundColor: '#fdf8f6' },
      files: {},
    });
  });

  test('what is no drawing, or beyond the bounds, is refused', () => {
    for (const bytes of [bytesOf('{}'), bytesOf('[]'), bytesOf('{'), bytesOf('{"type":"excalidraw"}')])
      expect(() => parseDrawing(bytes)).toThrow(UnreadableDrawing);
    const many = fileOf(...Array.from({ length: 20_001 }, (_, at) => element(`e${at}`)));
    expect(isWithinLimits(parseDrawing(many))).toBe(false);
    expect(isWithinLimits(parseDrawing(bytesOf(odd)))).toBe(true);
    const strays = bytesOf(`{"type":"excalidraw","elements":[${'0,'.repeat(40_000)}0]}`);
    expect(isWithinLimits(parseDrawing(strays))).toBe(false);
  });

  test('many entries that are no elements are written back, in time that grows with their number', () => {
    const strays = bytesOf(`{"type":"excalidraw","elements":[${'0,'.repeat(300_000)}0]}`);
    const drawing = parseDrawing(strays);
    change(drawing, 'a', {});
    const { elements } = JSON.parse(textOf(rewriteDrawing(strays, drawing))) as { elements: unknown[] };
    expect(elements).toHaveLength(300_002);
  });

  test('any elements: parsed, changed and written, they come back in order', () => {
    const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { maxLength: 12 });
    fc.assert(
      fc.property(ids, fc.nat(), fc.integer({ min: -1_000_000, max: 1_000_000 }), (names, which, x) => {
        const bytes = fileOf(...names.map((name) => element(name)));
        const drawing = parseDrawing(bytes);
        const name = names[which % Math.max(1, names.length)];
        if (name !== undefined) change(drawing, name, { x });
        const after = parseDrawing(rewriteDrawing(bytes, drawing));
        expect([...after.elements.keys()]).toEqual(names);
        if (name !== undefined) expect(after.elements.get(name)).toMatchObject({ x });
      }),
    );
  });
});

describe('hostile parts', () => {
  test('are no elements', () => {
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`);
    const polluted = Object.setPrototypeOf(element('a'), { admin: true });
    for (const value of [
      null,
      [],
      element('b'),
      polluted,
      element('a', { x: Number.NaN }),
      element('a', { x: '1' }),
      element('a', { version: 1e300 }),
      element('a', { version: -1 }),
      element('a', { version: 1.5 }),
      element('a', { index: 'zzz!' }),
      element('a', { index: 'a00' }),
      element('a', { type: '<script>' }),
      element('a', { link: { toString: 1 } as JsonObject }),
      element('a', { width: 1e9 }),
      element('a', { type: 'text' }),
      element('a', { type: 'text', text: 'a', fontSize: 1e7 }),
      element('a', { type: 'freedraw', points: [[1, 'x']] }),
      element('a', { type: 'line', points: [[1, 1e12]] }),
      element('a', { groupIds: 'group' }),
      element('a', { boundElements: [{ id: 7 }] }),
      element('a', { startBinding: { elementId: [] } }),
      element('a', { roundness: { type: 'round' } }),
      element('a', { customData: deep }),
      element('a', { text: 'x'.repeat(2 << 20) }),
      { ...element('a'), when: undefined },
      { ...element('a'), when: 1n },
      { ...element('a'), bytes: new Uint8Array(4) },
    ])
      expect(isElement('a', value)).toBe(false);
    expect(isElement('a', element('a', { customData: { own: [1, { more: true }] } }))).toBe(true);
    expect(isElement('__proto__', element('__proto__'))).toBe(false);
  });

  test('are no pictures', () => {
    const image = (dataURL: string, mimeType = 'image/png') => ({ id: 'p', mimeType, dataURL });
    expect(isPicture('p', image(picture))).toBe(true);
    for (const value of [
      image('data:text/html;base64,PHNjcmlwdD4='),
      image('data:image/svg+xml,<svg onload="alert(1)"/>'),
      image('https://example.org/pixel.png'),
      image('javascript:alert(1)'),
      image(picture, 'text/html'),
      image(`data:image/png;base64,${'A'.repeat(7 << 20)}`),
      { id: 'other', mimeType: 'image/png', dataURL: picture },
    ])
      expect(isPicture('p', value)).toBe(false);
  });

  test('links that run something are known, however they are written', () => {
    for (const link of [
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'java\nscript:alert(1)',
      '\u0001javascript:x',
      'data:text/html,x',
      'vbscript:x',
    ])
      expect(isHarmlessLink(link)).toBe(false);
    for (const link of ['https://example.org/?a=javascript:', '/docpreview?id=1', 'mailto:a@example.org', null, undefined])
      expect(isHarmlessLink(link)).toBe(true);
  });
});

test('the words of a drawing are those of its texts and frames, in their order', () => {
  const bytes = fileOf(
    element('a', { type: 'text', text: 'wrap\nped', originalText: 'wrapped', index: 'a2' }),
    element('b', { type: 'frame', name: 'Plan', index: 'a3' }),
    element('c', { type: 'text', text: 'gone', isDeleted: true, index: 'a4' }),
    element('d', { type: 'text', text: '仓库', index: 'a5' }),
  );
  expect(drawingText(bytes)).toBe('wrapped\nPlan\n仓库');
});
