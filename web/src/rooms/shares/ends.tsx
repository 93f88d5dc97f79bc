import type { ReactNode } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { useLang, useText } from '../../ground/text.ts';

/** When a share ends, to the minute. */
export function Ends({ iso }: { iso: string | undefined }): ReactNode {
  useLang();
  const t = useText('shares');
  if (iso === undefined) return t('forGood');
  return (
    <time style={{ whiteSpace: 'nowrap' }} dateTime={iso} title={exactTime(iso)}>
      {exactTime(iso).slice(0, -3)}
    </time>
  );
}
