import type { NewSheet } from './book-writer.ts';
import { attributeOf } from './quick-xml.ts';

/** How an OpenDocument says a sheet is looked at: which rows and columns stand still. */
export function paneReader(): {
  open: (name: string, attributes: string) => void;
  text: (text: string) => void;
  close: (name: string) => void;
  of: (sheet: string) => Pick<NewSheet, 'frozenRows' | 'frozenColumns' | 'lines'>;
} {
  const sheets = new Map<string, Map<string, string>>();
  let [tables, current, item] = [false, undefined as Map<string, string> | undefined, ''];
  return {
    open(name, attributes) {
      const called = attributeOf(attributes, 'name') ?? '';
      if (name === 'config-item-map-named') tables = called === 'Tables';
      else if (name === 'config-item-map-entry' && tables && sheets.size < 10_000) sheets.set(called, (current = new Map()));
      else if (name === 'config-item') item = called;
    },
    text(text) {
      if (item !== '') current?.set(item, text);
    },
    close(name) {
      if (name === 'config-item') item = '';
      else if (name === 'config-item-map-named') [tables, current] = [false, undefined];
    },
    of(sheet) {
      const facts = sheets.get(sheet);
      // 2 is frozen, 1 is merely split
      const frozen = (way: string): number => (facts?.get(`${way}SplitMode`) === '2' ? Number(facts.get(`${way}SplitPosition`)) || 0 : 0);
      return { frozenRows: frozen('Vertical'), frozenColumns: frozen('Horizontal'), lines: facts?.get('ShowGrid') !== 'false' };
    },
  };
}
