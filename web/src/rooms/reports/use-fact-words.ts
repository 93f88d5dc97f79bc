import { exactTime, sizeText } from '../../ground/amounts.ts';
import { useLang, useText } from '../../ground/text.ts';
import type { FactWords } from './fact-fields.ts';

/** The words in which facts are told: those of the rooms that they are about too. */
export function useFactWords(): FactWords {
  const language = useLang();
  return {
    t: useText('reports'),
    rights: useText('permissions'),
    people: useText('people'),
    circles: useText('circles'),
    site: useText('site'),
    time: exactTime,
    size: (bytes) => sizeText(bytes, language),
  };
}
