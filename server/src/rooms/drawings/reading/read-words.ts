import { dxfObjects, wordOf } from './dxf-objects.ts';
import { newTables, readHeader, readRow } from './tables.ts';
import { wordsOf } from './texts.ts';

const saying = new Set(['TEXT', 'MTEXT', 'ATTRIB', 'ATTDEF']);

/** What is written in a drawing, and the names of its layers, each once: for who searches. */
export function readWords(bytes: Buffer, most: number): string {
  const tables = newTables();
  const found = new Set<string>();
  let length = 0;
  for (const object of dxfObjects(bytes)) {
    if (object.type === 'SECTION' && wordOf(object, 2).toUpperCase() === 'HEADER') readHeader(tables, object);
    else if (object.type === 'LAYER') readRow(tables, object);
    else if (saying.has(object.type) && length < most) {
      const words = wordsOf(object, tables.decode).trim();
      if (words !== '' && !found.has(words)) length += words.length;
      found.add(words);
    }
  }
  for (const { name } of tables.layers.values()) if (name !== '0') found.add(name);
  return [...found].filter((words) => words !== '').join('\n');
}
