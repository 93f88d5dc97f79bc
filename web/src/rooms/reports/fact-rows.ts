import { changedText } from './changed-text.ts';
import { type FactWords, fieldNamed } from './fact-fields.ts';
import { type FactRow, factsIn, rowOf } from './facts-text.ts';
import { settingNamed } from './site-facts.ts';

/** Everything that the log tells of a line beside who, when and what, by field. */
export function factRows(detail: string | undefined, words: FactWords): FactRow[] {
  const facts = factsIn(detail);
  const told = Object.entries(facts).flatMap(([field, value]) => {
    if (field === 'number') return typeof value === 'number' ? [{ label: words.t('factNumber'), after: String(value) }] : [];
    return rowOf(fieldNamed(field) ?? settingNamed(field), value, words);
  });
  const changed = changedText(facts['changed'], new Set(Object.keys(facts)), words);
  return changed === undefined ? told : [...told, { label: words.t('factFields'), after: changed }];
}
