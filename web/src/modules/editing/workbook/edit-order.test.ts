import { maxOrderedMessage } from '@dossier/contract/editing/editing';
import { shiftArea, shiftIndex, areasMeet } from '@dossier/contract/editing/shift-edits';
import { type Area, type OrderedEdits, type WorkbookEdit, WorkbookRequest, isStructural } from '@dossier/contract/editing/workbook-edits';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EditOrder, type EditedGrid, joinEdits } from './edit-order.ts';

/** A workbook of values, merges, sizes and names, as plain as can be. */
interface Sheet {
  name: string;
  cells: Map<string, string>;
  merges: Area[];
  sizes: Map<string, number>;
}
type Book = Map<number, Sheet>;

const empty = (): Book => new Map([[1, { name: 'one', cells: new Map(), merges: [], sizes: new Map() }]]);
const copy = (book: Book): Book =>
  new Map(
    [...book].map(([id, sheet]) => [
      id,
      { name: sheet.name, cells: new Map(sheet.cells), merges: [...sheet.merges], sizes: new Map(sheet.sizes) },
    ]),
  );
const shown = (book: Book) =>
  [...book]
    .toSorted(([a], [b]) => a - b)
    .map(([id, sheet]) => [
      id,
      sheet.name,
      [...sheet.cells].map(String).toSorted(),
      sheet.merges.map((area) => JSON.stringify(area)).toSorted(),
      [...sheet.sizes].map(String).toSorted(),
    ]);

/** Makes an edit, as the grid and the file do; false where it cannot be made. */
function make(book: Book, edit: WorkbookEdit): boolean {
  const sheet = book.get(edit.sheet);
  if (edit.kind === 'addSheet') {
    if (sheet !== undefined) return false;
    book.set(edit.sheet, { name: edit.name, cells: new Map(), merges: [], sizes: new Map() });
    return true;
  }
  if (sheet === undefined) return false;
  switch (edit.kind) {
    case 'cells':
      for (const { row, column, value } of edit.cells) sheet.cells.set(`${row} ${column}`, JSON.stringify(value));
      return true;
    case 'insert':
    case 'remove': {
      const moved = [...sheet.cells].flatMap(([key, value]): [string, string][] => {
        const [row = 0, column = 0] = key.split(' ').map(Number);
        const index = shiftIndex(edit.axis === 'row' ? row : column, edit);
        return index === undefined ? [] : [[edit.axis === 'row' ? `${index} ${column}` : `${row} ${index}`, value]];
      });
      sheet.cells = new Map(moved);
      sheet.merges = sheet.merges.flatMap((area) => shiftArea(area, edit) ?? []);
      sheet.sizes = new Map(
        [...sheet.sizes].flatMap(([key, size]): [string, number][] => {
          const [axis = '', at = ''] = key.split(' ');
          const index = axis === edit.axis ? shiftIndex(Number(at), edit) : Number(at);
          return index === undefined ? [] : [[`${axis} ${index}`, size]];
        }),
      );
      return true;
    }
    case 'merge':
      if (sheet.merges.some((area) => areasMeet(area, edit.area))) return false;
      sheet.merges.push(edit.area);
      return true;
    case 'unmerge':
      sheet.merges = sheet.merges.filter((area) => !areasMeet(area, edit.area));
      return true;
    case 'size':
      for (let index = edit.first; index <= edit.last; index++) sheet.sizes.set(`${edit.axis} ${index}`, edit.size ?? 0);
      return true;
    case 'removeSheet':
      return book.size > 1 && book.delete(edit.sheet);
    case 'renameSheet':
      sheet.name = edit.name;
      return true;
    default:
      return true;
  }
}

/** The order of a session, as the room keeps it. */
class Server {
  readonly book = empty();
  readonly order: OrderedEdits[] = [];
  private structural = 0;

  take(after: number, origin: OrderedEdits['origin'], edits: WorkbookEdit[]): OrderedEdits | 'behind' | 'refused' {
    if (after < this.structural) return 'behind';
    const tried = copy(this.book);
    if (!edits.every((edit) => make(tried, edit))) return 'refused';
    for (const edit of edits) make(this.book, edit);
    const ordered = { seq: this.order.length + 1, personId: origin.window, origin, edits };
    this.order.push(ordered);
    if (edits.some(isStructural)) this.structural = ordered.seq;
    return ordered;
  }
}

class Client {
  readonly order: EditOrder;
  readonly server: Server;
  book = empty();
  /** How many of the order have been delivered; and an answer that is on its way behind them. */
  private delivered = 0;
  private answers: { at: number; kind: 'behind' | 'refused'; number: number }[] = [];

  constructor(server: Server, name: string) {
    this.server = server;
    this.order = new EditOrder(name);
  }

  edit(edit: WorkbookEdit): void {
    if (!this.order.isStale && make(this.book, edit)) this.order.local([edit]);
  }

  send(message = this.order.next()): void {
    if (message === undefined) return;
    const answer = this.server.take(message.after, message.origin, message.edits);
    if (typeof answer === 'string') this.answers.push({ at: this.server.order.length, kind: answer, number: message.origin.number });
  }

  /** Takes the next message of the server; false where there is none. */
  receive(): boolean {
    const answer = this.answers[0];
    if (answer !== undefined && answer.at <= this.delivered) {
      this.answers.shift();
      if (answer.kind === 'refused') this.order.refused(answer.number);
      else this.send(this.order.again());
      this.fill();
      return true;
    }
    const ordered = this.server.order[this.delivered];
    if (ordered === undefined) return false;
    this.delivered++;
    this.order.received(ordered, ordered.personId === this.order.window, this.grid);
    this.fill();
    return true;
  }

  /** Fetches the workbook where the grid is stale; it may be newer than what has been delivered. */
  private fill(): void {
    if (!this.order.isStale || this.order.hasPending) return;
    this.book = copy(this.server.book);
    this.order.filled(this.server.order.length);
  }

  private readonly grid: EditedGrid = {
    make: (edits) => {
      for (const edit of edits) {
        if (isStructural(edit)) throw new Error('a grid moves rows by itself');
        make(this.book, edit);
      }
    },
    shiftFormula: (formula) => formula,
  };
}

const sheetId = fc.constantFrom(1, 1, 1, 2, 3);
const index = fc.nat({ max: 8 });
const axis = fc.constantFrom<'row' | 'column'>('row', 'column');
const anyEdit: fc.Arbitrary<WorkbookEdit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('cells' as const),
      sheet: sheetId,
      cells: fc.array(fc.record({ row: index, column: index, value: fc.nat({ max: 999 }) }), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('insert' as const, 'remove' as const),
      sheet: sheetId,
      axis,
      at: index,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc
    .record({ kind: fc.constant('size' as const), sheet: sheetId, axis, first: index, last: index, size: fc.nat({ max: 99 }) })
    .map((edit) => ({
      ...edit,
      first: Math.min(edit.first, edit.last),
      last: Math.max(edit.first, edit.last),
    })),
  fc
    .record({ kind: fc.constantFrom('merge' as const, 'unmerge' as const), sheet: sheetId, row: index, column: index, rows: index })
    .map(({ kind, sheet, row, column, rows }) => ({ kind, sheet, area: { row, column, lastRow: row + rows, lastColumn: column + 1 } })),
  fc.record({ kind: fc.constant('addSheet' as const), sheet: sheetId, name: fc.constantFrom('two', 'three'), at: fc.constant(0) }),
  fc.record({ kind: fc.constant('removeSheet' as const), sheet: sheetId }),
  fc.record({ kind: fc.constant('renameSheet' as const), sheet: sheetId, name: fc.constantFrom('a', 'b') }),
);

it('windows that edit at the same time, with any delays, end with the same workbook as the server', () => {
  const clients = fc.integer({ min: 0, max: 2 });
  const step = fc.oneof(
    fc.record({ client: clients, edit: anyEdit }),
    fc.record({ client: clients, what: fc.constantFrom<'send' | 'receive'>('send', 'receive', 'receive') }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const server = new Server();
      const all = ['first-window', 'second-window', 'third-window'].map((name) => new Client(server, name));
      for (const one of steps) {
        const client = all[one.client];
        if ('edit' in one) client?.edit(one.edit);
        else if (one.what === 'send') client?.send();
        else client?.receive();
      }
      for (let round = 0; round < 1000; round++) {
        let busy = false;
        for (const client of all) {
          client.send();
          while (client.receive()) busy = true;
        }
        if (!busy && all.every((client) => !client.order.hasPending)) break;
      }
      for (const client of all) {
        expect(client.order.hasPending).toBe(false);
        expect(shown(client.book)).toEqual(shown(server.book));
      }
    }),
    { numRuns: 3000 },
  );
});

/** Notes what is done to it. */
class NotedGrid implements EditedGrid {
  readonly made: WorkbookEdit[] = [];
  make(edits: readonly WorkbookEdit[]): void {
    this.made.push(...edits);
  }
  shiftFormula(formula: string, sheet: number, by: WorkbookEdit): string {
    return `${formula} on ${sheet} after ${by.kind}`;
  }
}

it('a batch is sent once more after a loss, and taken once where it had come through', () => {
  const order = new EditOrder('one-window');
  const grid = new NotedGrid();
  order.local([{ kind: 'cells', sheet: 1, cells: [{ row: 0, column: 0, value: 1 }] }]);
  const sent = order.next();
  expect(order.next()).toBeUndefined();
  expect(order.again()).toEqual(sent);
  const landed = { seq: 1, personId: 'p', origin: { window: 'one-window', number: 0 }, edits: sent?.edits ?? [] };
  order.received(landed, true, grid);
  expect(order.hasPending).toBe(false);
  // the same again after entering anew
  order.received(landed, true, grid);
  expect(grid.made).toEqual([]);
  // another person who takes the name of a window does not acknowledge its edits
  order.local([{ kind: 'freeze', sheet: 1, rows: 1, columns: 0 }]);
  order.next();
  order.received({ ...landed, seq: 2, origin: { window: 'one-window', number: 1 } }, false, grid);
  expect(grid.made).toEqual(landed.edits);
  expect(order.hasPending).toBe(true);
});

it('what is written in a cell while a colleague writes there stays on the screen, as it comes later', () => {
  const order = new EditOrder('one-window');
  const grid = new NotedGrid();
  const cells = (value: number): WorkbookEdit[] => [{ kind: 'cells', sheet: 1, cells: [{ row: 2, column: 2, value }] }];
  order.local(cells(1));
  order.received({ seq: 1, personId: 'other', origin: { window: 'other-window', number: 0 }, edits: cells(2) }, false, grid);
  expect(grid.made).toEqual([...cells(2), ...cells(1)]);
});

it('is filled anew where others moved rows, once its own edits are sent', () => {
  const order = new EditOrder('one-window');
  const grid = new NotedGrid();
  const insert: WorkbookEdit = { kind: 'insert', sheet: 1, axis: 'row', at: 5, count: 1 };
  order.local([insert]);
  order.received({ seq: 1, personId: 'other', origin: { window: 'other-window', number: 0 }, edits: [insert] }, false, grid);
  expect(order.isStale).toBe(true);
  expect(order.pending).toEqual([{ ...insert, at: 6 }]);
  const sent = order.next();
  order.received({ seq: 2, personId: 'me', origin: { window: 'one-window', number: 0 }, edits: sent?.edits ?? [] }, true, grid);
  expect([order.isStale, order.hasPending]).toEqual([true, false]);
  order.filled(3);
  expect([order.isStale, order.head]).toEqual([false, 3]);
  // a batch that was refused stands on the screen alone
  order.local([insert]);
  order.next();
  order.refused(1);
  expect([order.isStale, order.hasPending]).toEqual([true, false]);
  expect(grid.made).toEqual([]);
});

it('joins edits of cells, and sends many in several messages', () => {
  const one: WorkbookEdit = { kind: 'cells', sheet: 1, cells: Array.from({ length: 9000 }, (_, row) => ({ row, column: 0, value: row })) };
  expect(joinEdits([one], [{ ...one, cells: one.cells.slice(0, 5) }])).toHaveLength(1);
  expect(joinEdits([one], [one])).toHaveLength(2);
  const order = new EditOrder('one-window');
  order.local([one, one, one]);
  const [first, ...more] = order.next()?.edits ?? [];
  expect(more).toEqual([]);
  expect(first?.kind === 'cells' && first.cells.length > 5000 && first.cells.length < 9000).toBe(true);
});

it('formulas that wait are sent as others have moved what they refer to', () => {
  const order = new EditOrder('one-window');
  const insert: WorkbookEdit = { kind: 'insert', sheet: 1, axis: 'row', at: 0, count: 1 };
  order.local([{ kind: 'cells', sheet: 1, cells: [{ row: 4, column: 0, formula: 'A4' }] }]);
  order.received({ seq: 1, personId: 'other', origin: { window: 'other-window', number: 0 }, edits: [insert] }, false, new NotedGrid());
  expect(order.pending).toEqual([{ kind: 'cells', sheet: 1, cells: [{ row: 5, column: 0, formula: 'A4 on 1 after insert' }] }]);
});

it('sends what is pasted in messages that a room takes, each cell once and in its place', () => {
  const order = new EditOrder('window-1');
  const text = '字'.repeat(30_000);
  const pasted = Array.from({ length: 10_000 }, (_, row) => ({ row, column: 0, value: row % 1000 === 0 ? text : `word ${row}` }));
  order.local([
    { kind: 'cells', sheet: 1, cells: pasted },
    { kind: 'freeze', sheet: 1, rows: 1, columns: 0 },
    { kind: 'cells', sheet: 1, cells: pasted },
  ]);
  const sent: WorkbookEdit[] = [];
  let messages = 0;
  for (let batch = order.next(); batch !== undefined; batch = order.next(), messages++) {
    expect(Buffer.byteLength(JSON.stringify({ kind: 'edits', ...batch }))).toBeLessThan(maxOrderedMessage);
    expect(WorkbookRequest.safeParse({ kind: 'edits', ...batch }).success).toBe(true);
    sent.push(...batch.edits);
    order.received({ seq: messages + 1, personId: '1', origin: batch.origin, edits: batch.edits }, true, {
      make: () => undefined,
      shiftFormula: (formula) => formula,
    });
  }
  expect(messages).toBeGreaterThan(8);
  const [first, second] = [0, 1].map((part) => {
    const at = sent.findIndex(({ kind }) => kind === 'freeze');
    return (part === 0 ? sent.slice(0, at) : sent.slice(at + 1)).flatMap((edit) => (edit.kind === 'cells' ? edit.cells : []));
  });
  expect(first).toEqual(pasted);
  expect(second).toEqual(pasted);
});
