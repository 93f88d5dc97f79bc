import {
  BgColorsOutlined,
  BorderOutlined,
  ColumnWidthOutlined,
  CompressOutlined,
  GatewayOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import type { Panes } from './drawing-view.tsx';
import type { Measure } from './measuring.ts';
import type { DrawingModel } from './use-drawing.ts';

interface ToolsProps {
  model: DrawingModel;
  panes: Panes;
  setPanes: (panes: Partial<Panes>) => void;
}

const measureTools: { measure: Measure; label: 'distance' | 'area' | 'angleTool'; hotkey: string; icon: ReactNode }[] = [
  { measure: 'distance', label: 'distance', hotkey: 'd', icon: <ColumnWidthOutlined /> },
  { measure: 'area', label: 'area', hotkey: 'a', icon: <GatewayOutlined /> },
  { measure: 'angle', label: 'angleTool', hotkey: 'g', icon: <AngleSign /> },
];

/** Zoom, measurements, background. */
export function DrawingTools({ model, panes, setPanes }: ToolsProps): ReactNode {
  const t = useText('preview.drawings');
  const { ground, measure } = model;
  const turn = (next: Measure) => (): void => model.setMeasure(measure === next ? undefined : next);
  const frame = (): void => setPanes({ frames: !panes.frames });
  const flip = (): void => model.setGround(ground === 'dark' ? 'light' : 'dark');
  useHotkeys({
    '0': model.fit,
    z: frame,
    b: flip,
    d: turn('distance'),
    a: turn('area'),
    g: turn('angle'),
  });
  return (
    <>
      <ToolButton label={t('zoomOut')} icon={<ZoomOutOutlined />} hotkey="-" onClick={() => model.zoomBy(0.8)} />
      <ToolButton label={t('zoomIn')} icon={<ZoomInOutlined />} hotkey="+" onClick={() => model.zoomBy(1.25)} />
      <ToolButton label={t('fit')} icon={<CompressOutlined />} hotkey="0" onClick={model.fit} />
      <ToolButton label={t('frame')} icon={<BorderOutlined />} hotkey="z" on={panes.frames} onClick={frame} />
      {measureTools.map((tool) => (
        <ToolButton
          key={tool.measure}
          label={t(tool.label)}
          icon={tool.icon}
          hotkey={tool.hotkey}
          on={measure === tool.measure}
          onClick={turn(tool.measure)}
        />
      ))}
      <ToolButton label={t('darkGround')} icon={<BgColorsOutlined />} hotkey="b" on={ground === 'dark'} onClick={flip} />
    </>
  );
}

/** Icon for an angle, missing in the icon set. */
function AngleSign(): ReactNode {
  return (
    <svg viewBox="0 0 16 16" width="1em" height="1em" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden="true">
      <path d="M14 13.5H2L11 3M9.5 13.5a6 6 0 0 0-2.4-5.6" />
    </svg>
  );
}
