import { unlimited } from '@dossier/contract/share-shapes';
import { Checkbox, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { collects, type Draft } from './draft.ts';
import styles from './shares.module.css';

/** What the caller could let others do with what is shared. */
export interface Allowable {
  download: boolean;
  print: boolean;
  upload: boolean;
  edit: boolean;
}

interface LetsProps {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  may: Allowable;
}

/** What a share lets visitors do. What only collects lets them send, and nothing else: the other boxes stand there empty. */
export function LetsField({ draft, change, may }: LetsProps): ReactNode {
  const t = useText('shares');
  const isCollecting = collects(draft);
  const mayFetch = draft.allowDownload && !isCollecting;
  const mayPrint = draft.allowPrint && !isCollecting;
  const box = (field: 'allowDownload' | 'allowPrint' | 'allowUpload' | 'allowEdit' | 'onlyUpload'): ReactNode => {
    const isOff = isCollecting && field !== 'allowUpload' && field !== 'onlyUpload';
    return (
      <Checkbox checked={draft[field] && !isOff} disabled={isOff} onChange={(event) => change({ [field]: event.target.checked })}>
        {t(field)}
      </Checkbox>
    );
  };
  return (
    <>
      <Checkbox checked={!isCollecting} disabled>
        {t('allowView')}
      </Checkbox>
      {may.download && (
        <span className={styles.line}>
          {box('allowDownload')}
          {mayFetch && <LimitField {...{ draft, change }} field="downloadLimit" label={t('mostDownloads')} />}
        </span>
      )}
      {may.print && (
        <span className={styles.line}>
          {box('allowPrint')}
          {mayPrint && <LimitField {...{ draft, change }} field="printLimit" label={t('mostPrints')} />}
        </span>
      )}
      {may.upload && box('allowUpload')}
      {may.upload && draft.allowUpload && <span className={styles.under}>{box('onlyUpload')}</span>}
      {may.edit && box('allowEdit')}
    </>
  );
}

interface LimitProps extends Omit<LetsProps, 'may'> {
  field: 'downloadLimit' | 'printLimit';
  label: string;
}

/** How often, for all visitors together. */
function LimitField({ draft, change, field, label }: LimitProps): ReactNode {
  const t = useText('shares');
  return (
    <>
      <InputNumber
        size="small"
        controls={false}
        className={styles.number ?? ''}
        min={1}
        max={unlimited}
        precision={0}
        aria-label={label}
        placeholder={String(unlimited)}
        value={draft[field]}
        onChange={(value) => change({ [field]: value })}
      />
      <span className={styles.hint}>{t('timesTogether', { n: unlimited })}</span>
    </>
  );
}
