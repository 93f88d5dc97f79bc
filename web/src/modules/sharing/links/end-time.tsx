import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../../platform/i18n.ts';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';

/** The deadline of a share, to the minute. */
export function EndTime({ iso }: { iso: string | undefined }): ReactNode {
  useLanguage();
  const t = useText('sharing.links');
  if (iso === undefined) return t('forGood');
  return (
    <time style={{ whiteSpace: 'nowrap' }} dateTime={iso} title={formatExactTime(iso)}>
      {formatExactTime(iso).slice(0, -3)}
    </time>
  );
}
