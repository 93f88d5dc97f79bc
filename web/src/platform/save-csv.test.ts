import { expect, it } from 'vitest';
import { toCsv } from './save-csv.ts';

it('quotes what would break a row, and escapes formulas', () => {
  expect(
    toCsv([
      ['a', 'b,c', 'say "hi"', 'two\nlines'],
      ['=1+1', '+1', '-1', '@x'],
    ]),
  ).toBe('a,"b,c","say ""hi""","two\nlines"\r\n\'=1+1,\'+1,\'-1,\'@x\r\n');
});
