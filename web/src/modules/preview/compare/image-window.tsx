import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Row } from '../../../platform/ui/layout.tsx';
import { PageState } from '../pages/page-parts.tsx';
import { ChangeBoxes, OverlaidImages } from './image-layers.tsx';
import { DarkStage } from '../viewer/viewer-parts.tsx';
import styles from './compare.module.css';
import type { WindowProps } from './use-comparison.ts';

const pictureUrl = (previewToken: string): string => `/look/picture/${previewToken}/picture.jpg?width=1600`;

/** Two images: side by side, overlaid with a slider, in two colours, or as differences. */
export function ImageWindow(props: WindowProps): ReactNode {
  const { looks, mode } = props;
  const urls: [string, string] = [pictureUrl(looks.look), pictureUrl(looks.other)];
  if (mode === 'side') return <Beside {...props} urls={urls} />;
  return <OverlaidImages key={mode} urls={urls} how={mode === 'slider' || mode === 'overlay' ? mode : 'difference'} />;
}

function Beside({ open, found, current, choose, urls }: WindowProps & { urls: [string, string] }): ReactNode {
  const t = useText('preview.compare');
  const [failed, setFailed] = useState(false);
  if (failed) return <PageState>{t('pictureFailed')}</PageState>;
  return (
    <div className={styles.two}>
      {(['before', 'after'] as const).map((side, at) => (
        <DarkStage
          key={side}
          role="region"
          aria-label={t(side === 'before' ? 'beforeNamed' : 'afterNamed', { name: open[side].view.name })}
        >
          <Row justify="center" className={styles.image}>
            <Fitted url={urls[at] ?? ''} onFailed={() => setFailed(true)}>
              <ChangeBoxes
                places={found.changes.map((change, place) => ({
                  at: place,
                  change,
                  boxes: (side === 'before' ? change.placesBefore : change.placesAfter)?.[0]?.boxes ?? [],
                }))}
                current={current}
                choose={choose}
              />
            </Fitted>
          </Row>
        </DarkStage>
      ))}
    </div>
  );
}

/** An image fitted to its area, with boxes. */
function Fitted({ url, onFailed, children }: { url: string; onFailed: () => void; children: ReactNode }): ReactNode {
  const [ratio, setRatio] = useState<number>();
  return (
    <div
      className={styles.fitted}
      style={{ '--ratio': ratio ?? 1, visibility: ratio === undefined ? 'hidden' : 'visible' } as React.CSSProperties}
    >
      <img
        src={url}
        alt=""
        draggable={false}
        onError={onFailed}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / Math.max(1, naturalHeight))}
      />
      {children}
    </div>
  );
}
