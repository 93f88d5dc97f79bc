import { z } from 'zod';
import { Int } from './shapes.ts';

const pageNo = Int.default(1).pipe(z.number().min(1).max(10_000_000));

/** Input fields of a paged call: `pageNo` from 1, `pageSize` up to 1000 (lists 30, messages 15, home panels 8). */
export const pageFields = { pageNo, pageSize: Int.default(30).pipe(z.number().min(1).max(1000)) };

/** The input of a list without further fields. */
export const Page = z.object(pageFields);

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
