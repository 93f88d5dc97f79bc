/** Reads one value of an address; undefined where it makes no sense. */
export type ParamReader<T> = (raw: string) => T | undefined;

/** What a page reads from its address: each value by its reader, everything optional. */
export type QueryShape = Readonly<Record<string, ParamReader<unknown>>>;

/** What was read by a shape. */
export type QueryOf<S extends QueryShape> = { [K in keyof S]?: Exclude<ReturnType<S[K]>, undefined> | undefined };

/** Any text. */
export const textParam: ParamReader<string> = (raw) => raw;

/** A text of at most so many characters. */
export const boundedTextParam =
  (most: number): ParamReader<string> =>
  (raw) =>
    raw.length <= most ? raw : undefined;

/** A text of a certain form. */
export const patternParam =
  (form: RegExp): ParamReader<string> =>
  (raw) =>
    form.test(raw) ? raw : undefined;

/** The id of an item or a person. */
export const idParam: ParamReader<string> = patternParam(/^\d+$/);

/** A whole number from `least`. */
export const integerParam =
  (least = Number.MIN_SAFE_INTEGER): ParamReader<number> =>
  (raw) => {
    const number = Number(raw);
    return Number.isSafeInteger(number) && number >= least ? number : undefined;
  };

/** One of some words. */
export const enumParam =
  <const T extends string>(words: readonly T[]): ParamReader<T> =>
  (raw) =>
    words.find((word) => word === raw);

/** Reads a query text by a shape; what the shape does not name, or its reader refuses, is left out. */
export function parseQuery<S extends QueryShape>(shape: S, query: string): QueryOf<S> {
  const raw: Record<string, string> = Object.fromEntries(new URLSearchParams(query));
  const read = Object.entries(shape).map(([name, reader]) => [name, Object.hasOwn(raw, name) ? reader(raw[name] as string) : undefined]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}
