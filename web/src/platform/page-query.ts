/** Parses one query parameter; undefined where it is invalid. */
export type ParamReader<T> = (raw: string) => T | undefined;

/** The shape of a query string: a parser for each parameter, all optional. */
export type QueryShape = Readonly<Record<string, ParamReader<unknown>>>;

/** The values of a shape. */
export type QueryOf<S extends QueryShape> = { [K in keyof S]?: Exclude<ReturnType<S[K]>, undefined> | undefined };

/** Any text. */
export const textParam: ParamReader<string> = (raw) => raw;

/** A text with a maximum length. */
export const boundedTextParam =
  (most: number): ParamReader<string> =>
  (raw) =>
    raw.length <= most ? raw : undefined;

/** A text that matches a pattern. */
export const patternParam =
  (form: RegExp): ParamReader<string> =>
  (raw) =>
    form.test(raw) ? raw : undefined;

/** The id of an item or a person. */
export const idParam: ParamReader<string> = patternParam(/^\d+$/);

/** An integer from `least` on. */
export const integerParam =
  (least = Number.MIN_SAFE_INTEGER): ParamReader<number> =>
  (raw) => {
    const number = Number(raw);
    return Number.isSafeInteger(number) && number >= least ? number : undefined;
  };

/** One of several words. */
export const enumParam =
  <const T extends string>(words: readonly T[]): ParamReader<T> =>
  (raw) =>
    words.find((word) => word === raw);

/** Parses a query string by a shape; unknown parameters and invalid values are left out. */
export function parseQuery<S extends QueryShape>(shape: S, query: string): QueryOf<S> {
  const raw: Record<string, string> = Object.fromEntries(new URLSearchParams(query));
  const read = Object.entries(shape).map(([name, reader]) => [name, Object.hasOwn(raw, name) ? reader(raw[name] as string) : undefined]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}
