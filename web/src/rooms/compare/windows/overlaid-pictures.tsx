import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../ground/text.ts';
import { Waiting } from '../../../ground/ui/waiting.tsx';
import { drawDifference, drawSlider, drawTwoColours, type Two } from './draw-two.ts';
import styles from './panes.module.css';

interface OverlaidProps {
  urls: [string, string];
  how: 'slider' | 'overlay' | 'difference';
}

const draw = { slider: drawSlider, overlay: drawTwoColours, difference: drawDifference };

/** Two pictures as one. It is drawn here, of what this person was given of both: with the marks in them. */
export function OverlaidPictures({ urls, how }: OverlaidProps): ReactNode {
  const t = useText('compare');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [two, setTwo] = useState<Two | 'failed'>();
  const [at, setAt] = useState(50);
  const [before, after] = urls;
  useEffect(() => {
    let gone = false;
    Promise.all([load(before), load(after)]).then(
      (loaded) => gone || setTwo(loaded),
      () => gone || setTwo('failed'),
    );
    return () => {
      gone = true;
    };
  }, [before, after]);
  useEffect(() => {
    if (canvas.current && two && two !== 'failed') draw[how](canvas.current, two, at / 100);
  }, [two, how, at]);
  return (
    <div className={`${styles.two} ${styles.dark}`}>
      <div className={styles.stage}>
        {two === undefined && <Waiting label={t('loading')} delay={300} />}
        {two === 'failed' ? <p role="alert">{t('pictureFailed')}</p> : <canvas ref={canvas} role="img" aria-label={t(how)} />}
      </div>
      <div className={styles.slide}>
        {how === 'slider' ? (
          <>
            <span>{t('before')}</span>
            <input
              type="range"
              min={0}
              max={100}
              value={at}
              aria-label={t('slider')}
              onChange={({ target }) => setAt(Number(target.value))}
            />
            <span>{t('after')}</span>
          </>
        ) : (
          <>
            <Key colour={how === 'overlay' ? '#f0483e' : '#ff2f92'} text={t(how === 'overlay' ? 'onlyBefore' : 'different')} />
            {how === 'overlay' && <Key colour="#18b4c8" text={t('onlyAfter')} />}
          </>
        )}
      </div>
    </div>
  );
}

const Key = ({ colour, text }: { colour: string; text: string }): ReactNode => (
  <span className={styles.key} style={{ '--key': colour } as React.CSSProperties}>
    {text}
  </span>
);

async function load(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}
