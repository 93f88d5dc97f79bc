import type { Source } from '@dossier/contract/permissions';
import { useText } from '../../ground/text.ts';
import { useGranteeName } from '../people/role-name.ts';
import { levelWords } from './grant-fields.tsx';
import { sourceWords, wayWords } from './sources.tsx';

/** Every grant that reaches somebody as lines of a table's cell. */
export function useReasonWords(): (sources: readonly Source[]) => string {
  const t = useText('permissions');
  const granteeName = useGranteeName();
  return (sources) =>
    sources
      .map((source) => {
        const via = source.via === undefined ? undefined : (wayWords(source) ?? granteeName(source.granteeType, source.via));
        return `${levelWords(t, source.level)} · ${sourceWords(t, source, via)}`;
      })
      .join('\n');
}
