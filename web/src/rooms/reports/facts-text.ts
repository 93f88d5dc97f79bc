import { type FactField, type FactWords, fieldNamed } from './fact-fields.ts';

/** One fact: what it was, where it was something, and what it became. */
export interface FactRow {
  label: string;
  before?: string;
  after: string;
}

const none = '—';
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** A fact in words: one value, or what it was and became; nothing where no word is known for what it says. */
export function rowOf(known: FactField | undefined, value: unknown, words: FactWords): FactRow[] {
  if (known === undefined || !Array.isArray(value)) return [];
  const [first = '', second = ''] = value.map((one) => (isNothing(one) ? '' : known.value(one, words)));
  const label = known.label(words);
  if (first === '' && second === '') return [];
  return value.length > 1 ? [{ label, before: first || none, after: second || none }] : [{ label, after: first }];
}

/** Both in one line; of what came to an end or began, what there was or is. */
export function lineOf({ before, after }: Pick<FactRow, 'before' | 'after'>): string {
  if (before === undefined || before === none) return after;
  return after === none ? before : `${before} → ${after}`;
}

/** What an entry tells of an item beside who, when and what, in words. */
export function factsOf(detail: string | undefined, words: FactWords): string[] {
  return Object.entries(factsIn(detail)).flatMap(([field, value]) => {
    if (field === 'number') return typeof value === 'number' ? [words.t('factVersion', { number: value })] : [];
    return rowOf(fieldNamed(field), value, words).map((row) => words.t('fact', { label: row.label, value: lineOf(row) }));
  });
}

/** The facts as they are kept. */
export function factsIn(detail: string | undefined): Record<string, unknown> {
  try {
    const facts: unknown = JSON.parse(detail ?? '{}');
    return typeof facts === 'object' && facts !== null ? (facts as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
