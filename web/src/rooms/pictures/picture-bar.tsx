import { CaretRightOutlined, DownloadOutlined, LeftOutlined, PauseOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import { ScreenButton } from '../viewer/screen-button.tsx';
import type { FullScreen } from '../viewer/use-full-screen.ts';
import styles from './picture.module.css';
import { PictureTools } from './picture-tools.tsx';
import type { Pictures } from './use-pictures.ts';
import type { PoseControl } from './use-pose.ts';

interface PictureBarProps {
  pictures: Pictures;
  control: PoseControl;
  screen: FullScreen;
  /** Absent where there is only this picture. */
  show?: { playing: boolean; toggle: () => void };
  /** Absent where it may not be downloaded, or printed. */
  download?: () => void;
  print?: () => void;
}

/** The tools under a picture that lies over the page. */
export function PictureBar({ pictures, control, screen, show, download, print }: PictureBarProps): ReactNode {
  const t = useText('viewer');
  const { canStep, step, failure, loading } = pictures;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('tools')}>
      <ToolButton label={t('previous')} hotkey="←" icon={<LeftOutlined />} disabled={!canStep.back} onClick={() => step(-1)} />
      <ToolButton label={t('next')} hotkey="→" icon={<RightOutlined />} disabled={!canStep.on} onClick={() => step(1)} />
      <PictureTools control={control} disabled={failure !== undefined || loading} />
      {show && (
        <ToolButton
          label={show.playing ? t('pause') : t('slideShow')}
          icon={show.playing ? <PauseOutlined /> : <CaretRightOutlined />}
          on={show.playing}
          disabled={!canStep.on}
          onClick={show.toggle}
        />
      )}
      <ScreenButton screen={screen} />
      {print && <ToolButton label={t('print')} icon={<PrinterOutlined />} disabled={loading} onClick={print} />}
      {download && <ToolButton label={t('download')} icon={<DownloadOutlined />} onClick={download} />}
    </div>
  );
}
