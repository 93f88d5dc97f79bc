import { Readable } from 'node:stream';
import { byteOrderMark, csvLine } from '@dossier/contract/core/csv';

/** The rows of a table in batches, between which the producer yields to other work. */
export type TableRows = AsyncIterable<readonly (readonly string[])[]>;

/** A table as a CSV file, like `csvText`, that is written while it is sent. */
export function csvStream(rows: TableRows): Readable {
  async function* pieces(): AsyncGenerator<string> {
    yield byteOrderMark;
    for await (const batch of rows) yield batch.map(csvLine).join('');
  }
  return Readable.from(pieces(), { objectMode: false });
}
