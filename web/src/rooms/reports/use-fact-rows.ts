import type { LogEntry } from '@dossier/contract/reports';
import { factRows } from './fact-rows.ts';
import type { FactRow } from './facts-text.ts';
import { useFactWords } from './use-fact-words.ts';

/** What an entry tells beside who, when and what, by field. */
export function useFactRows(): (entry: LogEntry) => FactRow[] {
  const words = useFactWords();
  return (entry) => factRows(entry.detail, words);
}
