import { RotateLeftOutlined, RotateRightOutlined, SwapOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import styles from './picture.module.css';
import type { PoseControl } from './use-pose.ts';

const zoomStep = 1.25;

/** The keys that do the same. */
export function poseKeys({ zoom, fit, turn }: PoseControl): Record<string, () => void> {
  return {
    '+': () => zoom(zoomStep),
    '=': () => zoom(zoomStep),
    '-': () => zoom(1 / zoomStep),
    '0': fit,
    r: () => turn(1),
  };
}

/** Zoom, turn and mirror. */
export function PictureTools({ control, disabled }: { control: PoseControl; disabled: boolean }): ReactNode {
  const t = useText('viewer');
  const { pose, zoom, turn, flip, fit, fitting, lifeSize } = control;
  return (
    <>
      <ToolButton label={t('zoomOut')} hotkey="-" icon={<ZoomOutOutlined />} disabled={disabled} onClick={() => zoom(1 / zoomStep)} />
      <button
        type="button"
        className={styles.percent}
        title={fitting ? t('lifeSize') : t('fitWindow')}
        {...(disabled && { 'aria-disabled': true })}
        onClick={disabled ? undefined : fitting ? lifeSize : fit}
      >
        {Math.round(pose.scale * 100)}%
      </button>
      <ToolButton label={t('zoomIn')} hotkey="+" icon={<ZoomInOutlined />} disabled={disabled} onClick={() => zoom(zoomStep)} />
      <ToolButton label={t('turnLeft')} icon={<RotateLeftOutlined />} disabled={disabled} onClick={() => turn(-1)} />
      <ToolButton label={t('turnRight')} hotkey="r" icon={<RotateRightOutlined />} disabled={disabled} onClick={() => turn(1)} />
      <ToolButton label={t('flipHorizontal')} icon={<SwapOutlined />} on={pose.flipX} disabled={disabled} onClick={() => flip('flipX')} />
      <ToolButton
        label={t('flipVertical')}
        icon={<SwapOutlined rotate={90} />}
        on={pose.flipY}
        disabled={disabled}
        onClick={() => flip('flipY')}
      />
    </>
  );
}
