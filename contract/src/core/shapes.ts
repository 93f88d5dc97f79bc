import { z } from 'zod';
import { refusedAs } from './codes.ts';
import { languages } from './languages.ts';

/** An id on the wire: decimal digits of a 53-bit integer. */
export const Id = z.string().regex(/^[1-9]\d{0,15}$/, 'id');

const splitIds = (value: unknown): unknown => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value);

/** A list of ids: a comma-joined string or a JSON array; 4641 where it is empty. */
export const Ids = z.preprocess(splitIds, z.array(Id).min(1, refusedAs('nothingSelected'))) as z.ZodType<string[], string | string[]>;

/** An integer of 32 bits, as the columns are that it is compared with, given as number or decimal string. */
export const Int = z.coerce
  .number()
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1) as z.ZodType<number, number | string>;

/** A boolean, given as boolean, 0/1 or a word. */
export const Flag = z.preprocess(
  (value) =>
    value === 'true' || value === '1' || value === 1
      ? true
      : value === 'false' || value === '0' || value === 0 || value === ''
        ? false
        : value,
  z.boolean(),
) as z.ZodType<boolean, boolean | string | number>;

/** A time on the wire: ISO 8601 in UTC. */
export const Time = z.iso.datetime({ offset: true });

/** No input, or no output. */
export const Nothing = z.object({});

export const Text = z.string();

/** A login name as typed; the limit is longer than any stored one. */
export const LoginName = z.string().max(300);

/** A password as typed; the limit is longer than any stored one. */
export const Password = z.string().max(1024);

export type Lang = keyof typeof languages;
/** The codes of the languages of the product. */
export const langs = Object.keys(languages) as Lang[];
export const Lang = z.enum(langs, refusedAs('languageUnknown'));

const pageNo = Int.default(1).pipe(z.number().min(1).max(10_000_000));

/** Input fields of a paged call: `pageNo` from 1, `pageSize` up to 1000 (lists 30, messages 15, home panels 8). */
export const pageFields = { pageNo, pageSize: Int.default(30).pipe(z.number().min(1).max(1000)) };

/** A page of a list with the total number of rows the caller may see. */
export const paged = <T extends z.ZodType>(item: T) =>
  z.object({ list: z.array(item), pageNo: z.number(), pageSize: z.number(), totalNumber: z.number() });

/** One page of rows. */
export interface Paged<T> {
  list: T[];
  pageNo: number;
  pageSize: number;
  totalNumber: number;
}
