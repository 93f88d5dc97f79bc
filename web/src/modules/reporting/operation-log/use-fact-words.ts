import { useLanguage, useText } from '../../../platform/i18n.ts';
import { formatExactTime, formatSize } from '../../../platform/ui/formatted-values.tsx';
import type { FactWords } from './log-facts.ts';

/** The texts for facts, with those of the modules that they are about. */
export function useFactWords(): FactWords {
  const language = useLanguage();
  return {
    t: useText('reporting.log'),
    rights: useText('access'),
    people: useText('identity.users'),
    circles: useText('identity.permissions'),
    organisations: useText('identity.organisations'),
    site: useText('administration.configuration'),
    time: formatExactTime,
    size: (bytes) => formatSize(bytes, language),
  };
}
