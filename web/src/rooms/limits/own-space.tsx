import { limits } from '@dossier/contract/limits';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { Meter, nearnessOf } from './meter.tsx';
import styles from './meter.module.css';

const minute = 60_000;

/** What is used of the own area and of the space, where they are limited; nothing where they are not. */
export function OwnSpace(): ReactNode {
  const t = useText('limits');
  const own = useCall(limits.ownQuota, {}, { staleTime: minute });
  return (
    <>
      {own.data?.person && <Meter quota={own.data.person} label={t('ownArea')} />}
      {own.data?.space && <Meter quota={own.data.space} label={t('spaceOf')} />}
    </>
  );
}

/** A word of warning while four fifths or more are used; nothing before. */
export function SpaceWarning(): ReactNode {
  const t = useText('limits');
  const own = useCall(limits.ownQuota, {}, { staleTime: minute });
  const { person, space } = own.data ?? {};
  const [quota, label] =
    person && nearnessOf(person) !== 'free'
      ? [person, t('ownAreaFull')]
      : space && nearnessOf(space) !== 'free'
        ? [space, t('spaceNearlyFull')]
        : [];
  if (!quota || !label) return null;
  return (
    <div className={styles.card}>
      <Meter quota={quota} label={label} />
    </div>
  );
}
