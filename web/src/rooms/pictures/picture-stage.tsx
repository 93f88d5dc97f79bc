import type { ReactNode } from 'react';
import styles from './picture.module.css';
import { toTransform } from './pose.ts';
import { useGestures } from './use-gestures.ts';
import type { PoseControl } from './use-pose.ts';

interface PictureStageProps {
  control: PoseControl;
  url: string | undefined;
  name: string;
  onShown: () => void;
  onFailed: () => void;
  children?: ReactNode;
}

const drawnWithoutSize = { width: 800, height: 600 };
const showsPixels = 4;

/** A picture on its near-black ground: wheel and fingers enlarge, dragging moves, a double click shows life size. */
export function PictureStage({ control, url, name, onShown, onFailed, children }: PictureStageProps): ReactNode {
  const { stage, pose, fitting, place, fit, lifeSize } = control;
  useGestures(stage, control);
  return (
    <div className={styles.stage} ref={stage} onDoubleClick={fitting ? lifeSize : fit}>
      {url && (
        <img
          key={url}
          src={url}
          alt={name}
          draggable={false}
          style={{
            transform: `translate(-50%, -50%) ${toTransform(pose)}`,
            imageRendering: pose.scale >= showsPixels ? 'pixelated' : 'auto',
          }}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            place(naturalWidth > 0 ? { width: naturalWidth, height: naturalHeight } : drawnWithoutSize);
            onShown();
          }}
          onError={onFailed}
        />
      )}
      {children}
    </div>
  );
}
