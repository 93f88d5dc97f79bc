import { type Licence, licenceKinds, type LicenceKind, limits } from '@dossier/contract/limits';
import { Alert, Button, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { exactTime, numberText, sizeText } from '../../ground/amounts.ts';
import { useLang, useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { useCall } from '../../ground/use-call.ts';
import { Meter, nearnessOf } from '../limits/meter.tsx';
import { openLicence } from './licence-dialog.tsx';
import styles from './limits.module.css';
import { UsageHistory } from './usage-history.tsx';

const day = 24 * 3600_000;

/** What the licence of the site allows, how much of it is used, and how that came about. */
export function LicencePage(): ReactNode {
  const t = useText('limits');
  const found = useCall(limits.licence, {});
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Waiting label={t('licence')} delay={150} large />;
  const licence = found.data;
  return (
    <div className={styles.page}>
      <div className={styles.body}>
        <End licence={licence} />
        <div className={styles.head}>
          <span className={styles.ends}>{licence.ends ? t('endsOn', { day: exactTime(licence.ends).slice(0, 10) }) : t('never')}</span>
          <Button type="primary" onClick={() => openLicence(licence)}>
            {t('changeLimits')}
          </Button>
        </div>
        <ul className={styles.kinds}>
          {licenceKinds.map((kind) => (
            <li key={kind}>
              <Kind kind={kind} {...licence[kind]} />
            </li>
          ))}
        </ul>
        <UsageHistory />
      </div>
    </div>
  );
}

/** What is to be known of the end of the licence, while it is near or over. */
function End({ licence }: { licence: Licence }): ReactNode {
  const t = useText('limits');
  const [now] = useState(() => Date.now());
  if (licence.ends === undefined) return null;
  const left = Math.ceil((Date.parse(licence.ends) - now) / day);
  if (licence.expired) return <Alert type="error" showIcon title={t('endedOn', { day: exactTime(licence.ends).slice(0, 10) })} />;
  return left <= 30 ? <Alert type="warning" showIcon title={t('endsSoon', { n: left })} /> : null;
}

function Kind({ kind, used, most }: { kind: LicenceKind; used: number; most?: number | undefined }): ReactNode {
  const t = useText('limits');
  const language = useLang();
  const label = t(`kind_${kind}`);
  const counted = kind !== 'bytes';
  if (most === undefined) {
    return (
      <div className={styles.free}>
        <span>{label}</span>
        <span className={styles.ends}>
          {counted ? numberText(used, language) : sizeText(used, language)} · {t('noLimitSet')}
        </span>
      </div>
    );
  }
  const state = nearnessOf({ used, most });
  return (
    <>
      <Meter quota={{ used, most }} label={label} counted={counted} />
      {state !== 'free' && <Tag color={state === 'full' ? 'red' : 'orange'}>{t(used > most ? 'beyond' : state)}</Tag>}
    </>
  );
}
