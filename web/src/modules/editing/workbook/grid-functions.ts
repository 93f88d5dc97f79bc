import { CellValueType } from '@univerjs/core';
import {
  BaseReferenceObject,
  type BaseValueObject,
  ErrorType,
  ErrorValueObject,
  type IFunctionService,
  NumberValueObject,
  StringValueObject,
} from '@univerjs/engine-formula';

type Calculate = (...args: BaseValueObject[]) => unknown;
interface ArrayValue extends BaseValueObject {
  getRowCount(): number;
  getColumnCount(): number;
  get(row: number, column: number): BaseValueObject | null;
  mapValue(make: (value: BaseValueObject, row: number, column: number) => BaseValueObject): BaseValueObject;
}
interface Reference extends BaseValueObject {
  getRangeData(): object;
  setRangeData(range: object): void;
}

const isArray = (value: BaseValueObject): value is ArrayValue => value.isArray();

/** A range of one cell as the value of the cell. */
function single(value: BaseValueObject): BaseValueObject {
  if (!isArray(value) || value.getRowCount() !== 1 || value.getColumnCount() !== 1) return value;
  return value.get(0, 0) ?? NumberValueObject.create(0);
}

/** Calls a function of single values for each cell of what may be ranges. */
function forEach(args: BaseValueObject[], make: (args: BaseValueObject[]) => BaseValueObject): BaseValueObject {
  const values = args.map(single);
  const wrong = values.find((value) => value.isError());
  if (wrong !== undefined) return wrong;
  const longest = values.filter(isArray).toSorted((a, b) => b.getRowCount() * b.getColumnCount() - a.getRowCount() * a.getColumnCount())[0];
  if (longest === undefined) return make(values);
  return longest.mapValue((_, row, column) => {
    const cells = values.map((value) => (isArray(value) ? (value.get(row, column) ?? NumberValueObject.create(0)) : value));
    return cells.find((cell) => cell.isError()) ?? make(cells);
  });
}

/** Numbers of values that are no texts; undefined where one is none. */
function numbersOf(values: BaseValueObject[]): number[] | undefined {
  const numbers = values.map((value) => (value.isNull() ? 0 : value.getValue() === '' ? Number.NaN : Number(value.getValue())));
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

const error = (type: ErrorType): BaseValueObject => ErrorValueObject.create(type);

const dayMs = 86_400_000;
/** Day 0 of dates after February 1900, whose 29th the format counts. */
const dayZero = Date.UTC(1899, 11, 30);

/** The same day so many months later, or the last one of a shorter month. */
function laterMonth(serial: number, months: number): number {
  const start = new Date(dayZero + Math.floor(serial) * dayMs);
  const month = start.getUTCMonth() + Math.trunc(months);
  const last = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Math.round((Date.UTC(start.getUTCFullYear(), month, Math.min(start.getUTCDate(), last)) - dayZero) / dayMs);
}

/** The place of a text with wildcards in another, from 1; 0 where it is not in it. */
export function placeOf(sought: string, text: string, from: number): number {
  const pattern = sought.replace(/~[*?~]|[*?]|[\\^$.|+()[\]{}]/g, (sign) =>
    sign === '*' ? '[^]*?' : sign === '?' ? '[^]' : sign.startsWith('~') ? `\\${sign.slice(1)}` : `\\${sign}`,
  );
  const found = new RegExp(pattern, 'iu').exec(text.slice(from - 1));
  return found === null ? 0 : found.index + from;
}

const mended: Record<string, (usual: Calculate) => Calculate> = {
  // the usual one goes on to the next month where a month is shorter
  EDATE:
    () =>
    (...args) =>
      forEach(args, (values) => {
        const [start, months] = numbersOf(values) ?? [];
        if (start === undefined || months === undefined || values.some((value) => value.isString() || value.isBoolean()))
          return error(ErrorType.VALUE);
        const serial = laterMonth(start, months);
        return start < 0 || serial < 0 ? error(ErrorType.NUM) : NumberValueObject.create(serial, 'yyyy-mm-dd');
      }),
  // the usual one takes a range of one cell for day 0
  'WORKDAY.INTL':
    (usual) =>
    (start, days, ...more) =>
      usual(...[start, days].flatMap((one) => (one === undefined ? [] : [single(one)])), ...more),
  // the usual one knows no wildcards
  SEARCH:
    (usual) =>
    (...args) =>
      forEach(args, (values) => {
        const [sought, text, from] = values;
        if (!sought?.isString() || !/[*?~]/.test(String(sought.getValue())) || text?.isString() !== true)
          return usual(...values) as BaseValueObject;
        const place = placeOf(String(sought.getValue()), String(text.getValue()), from === undefined ? 1 : Number(from.getValue()));
        return place === 0 ? error(ErrorType.VALUE) : NumberValueObject.create(place);
      }),
  // the usual one ends with the space that a format leaves for a bracket
  DOLLAR:
    (usual) =>
    (...args) => {
      const made = usual(...args) as BaseValueObject;
      return made.isString() ? StringValueObject.create(String(made.getValue()).trimEnd()) : made;
    },
  // the usual ones write the size of the first range into the last, as all formulas know it
  SUMIF: ownRange,
  AVERAGEIF: ownRange,
};

function ownRange(usual: Calculate): Calculate {
  return (...args) => {
    const last = args[2];
    if (last?.isReferenceObject() === true) {
      const reference = last as Reference;
      reference.setRangeData({ ...reference.getRangeData() });
    }
    return usual(...args);
  };
}

const isMended = new WeakSet<object>();

/** Mends functions of the grid that come to other values than the format of the file says. */
export function mendFunctions(functions: IFunctionService): void {
  for (const [name, mend] of Object.entries(mended)) {
    const executor = functions.getExecutor(name);
    if (executor === undefined || executor === null || isMended.has(executor)) continue;
    isMended.add(executor);
    const usual = executor.calculate.bind(executor) as Calculate;
    executor.calculate = mend(usual) as typeof executor.calculate;
  }
  mendEmptyTexts();
}

/** An empty text that a formula has just come to is not an empty cell. */
function mendEmptyTexts(): void {
  const reference = BaseReferenceObject.prototype;
  if (isMended.has(reference)) return;
  isMended.add(reference);
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its object
  const usual = reference.getCellData;
  reference.getCellData = function (row, column) {
    const cell = usual.call(this, row, column);
    return cell?.v === '' && cell.f === undefined && cell.t === CellValueType.STRING ? { ...cell, f: '=""' } : cell;
  };
}
