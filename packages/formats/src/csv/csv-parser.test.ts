import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvParser } from './csv-parser.ts';

function rowsOf(...chunks: string[]): { number: number; cells: string[] }[] {
  const rows: { number: number; cells: string[] }[] = [];
  const parser = new CsvParser((cells, number) => rows.push({ number, cells }));
  const [first = '', ...others] = chunks;
  parser.begin(first);
  for (const chunk of others) parser.push(chunk);
  parser.end();
  return rows;
}
const cellsOf = (text: string): string[][] => rowsOf(text).map(({ cells }) => cells);

describe('CSV is read', () => {
  it('with quotes', () => {
    expect(cellsOf('a,b\r\n"x ""y"", z",2\n')).toEqual([
      ['a', 'b'],
      ['x "y", z', '2'],
    ]);
  });

  it('with any separator and any line end, even in one file', () => {
    expect(cellsOf('a;b,c;d\r1;2;3')).toEqual([
      ['a', 'b,c', 'd'],
      ['1', '2', '3'],
    ]);
    expect(cellsOf('a\tb\n\n1\t')).toEqual([['a', 'b'], [''], ['1', '']]);
    expect(cellsOf('a\r\nb\rc\nd')).toEqual([['a'], ['b'], ['c'], ['d']]);
  });

  it('with a line that names the separator, which counts as a row', () => {
    expect(rowsOf('sep=|\na|b')).toEqual([{ number: 2, cells: ['a', 'b'] }]);
  });

  it('though its quotes are not well-formed', () => {
    expect(cellsOf('"open\nto the end')).toEqual([['open\nto the end']]);
    expect(cellsOf('"a"b,c"d"e,"f" ,g')).toEqual([['ab', 'c"d"e', 'f ', 'g']]);
  });

  it('when it is empty', () => {
    expect(cellsOf('')).toEqual([]);
  });

  it('the same in chunks as whole', () => {
    const piece = fc.constantFrom('a', '"', '""', ',', '\n', '\r', '\r\n', ' ', '名');
    // the first chunk tells the separator
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        expect(rowsOf('x,y\n', ...pieces)).toEqual(rowsOf(`x,y\n${pieces.join('')}`));
      }),
    );
  });
});

it('a cell or a row without an end is refused', () => {
  expect(() => cellsOf(`a,"${'x'.repeat(1_000_001)}`)).toThrow('too-large');
  expect(() => cellsOf(','.repeat(16_384))).toThrow('too-large');
});
