import { expect, it } from 'vitest';
import { csvLine, csvText, withoutFormulaGuard } from './csv.ts';

it('quotes what would break a row', () => {
  expect(csvLine(['a', 'b,c', 'd;e', 'say "hi"', 'two\nlines', ''])).toBe('a,"b,c","d;e","say ""hi""","two\nlines",\r\n');
});

it('begins a file with a byte order mark', () => {
  expect(csvText([['姓名'], ['李华']])).toBe('\uFEFF姓名\r\n李华\r\n');
});

const formulas = ['=1+1', '+1', '-1', '@x', '＝1+1', '＋1', '－1', '＠x', '\tx'];

it.each(formulas)('guards %j, and removes the guard when it is read back', (formula) => {
  const line = csvLine([formula]);
  expect(line).toBe(`'${formula}\r\n`);
  expect(withoutFormulaGuard(line.trimEnd())).toBe(formula);
});

it('guards cells that begin with a line end', () => {
  expect(csvLine(['\r=1', '\n=1'])).toBe('"\'\r=1","\'\n=1"\r\n');
});

it('begins no formula behind a semicolon, where some spreadsheets begin a cell', () => {
  const cells = ['Document', 'plan;=1+1;-2;a;b.pdf'];
  const line = csvLine(cells);
  expect(line.split(';').filter((cell) => /^[=+@-]/.test(cell))).toEqual([]);
  expect(line).toBe(`Document,"plan;'=1+1;'-2;a;b.pdf"\r\n`);
  expect(withoutFormulaGuard("plan;'=1+1;'-2;a;b.pdf")).toBe(cells[1]);
});

it('leaves other apostrophes alone', () => {
  expect(withoutFormulaGuard("'quoted'")).toBe("'quoted'");
  expect(withoutFormulaGuard("'")).toBe("'");
});
