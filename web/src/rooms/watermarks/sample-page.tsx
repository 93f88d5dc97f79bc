import { type MarkDesign, watermarks } from '@dossier/contract/watermarks';
import { Segmented } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import styles from './watermarks.module.css';

const waitMs = 250;

/** A page with the mark as the server draws it for the person who looks, a moment after each change. */
export function SamplePage({ design }: { design: MarkDesign }): ReactNode {
  const t = useText('watermarks');
  const [landscape, setLandscape] = useState(false);
  const asked = useLater(design);
  const sample = useCall(watermarks.sample, { design: asked, landscape }, { keep: true, staleTime: 60_000 });
  return (
    <div className={styles.sample}>
      <div className={styles.sampleHead}>
        <h3>{t('sample')}</h3>
        <Segmented
          size="small"
          value={landscape ? 'landscape' : 'portrait'}
          onChange={(next) => setLandscape(next === 'landscape')}
          options={[
            { value: 'portrait', label: t('portrait') },
            { value: 'landscape', label: t('landscape') },
          ]}
        />
      </div>
      {sample.error && <ErrorBox small error={sample.error} retry={() => void sample.refetch()} />}
      {sample.data && !sample.error ? (
        <img src={sample.data.picture} alt={t('sampleAlt')} data-old={sample.isPlaceholderData || undefined} />
      ) : (
        !sample.error && <div className={styles.paper} data-landscape={landscape || undefined} />
      )}
      <p>{t('sampleHint')}</p>
    </div>
  );
}

/** What was said last, once nothing more is said for a moment. */
function useLater(value: MarkDesign): MarkDesign {
  const [later, setLater] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(JSON.parse(key) as MarkDesign), waitMs);
    return () => clearTimeout(timer);
  }, [key]);
  return later;
}
