import { BackwardOutlined, ForwardOutlined, MutedOutlined, PauseCircleFilled, PlayCircleFilled, SoundOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useText } from '../../../ground/text.ts';
import { Waiting } from '../../../ground/ui/waiting.tsx';
import { ToolButton } from '../../../ground/ui/tool-button.tsx';
import styles from './audio.module.css';
import { SeekBar } from './seek-bar.tsx';
import { type AudioControl, jump, useAudio } from './use-audio.ts';

interface AudioPanelProps {
  name: string;
  url: string | undefined;
  /** Opens what is known of its loudness. */
  look: string | undefined;
  /** The server's words where it gives no address. */
  refusal?: string;
  again: () => Promise<boolean>;
}

/** The player of one song: play, back and forward by ten seconds, a bar to seek, times, volume. */
export function AudioPanel({ name, url, look, refusal, again }: AudioPanelProps): ReactNode {
  const t = useText('viewer');
  const control = useAudio(url, again);
  const { audio, failure, time, toggle, seek, retry, events } = control;
  const failed = refusal ?? (failure && t(failure === 'codec' ? 'audioUnplayable' : 'audioFailed'));
  const keys = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    if (event.key === ' ') toggle();
    else if (event.key === 'ArrowLeft') seek(time - jump);
    else if (event.key === 'ArrowRight') seek(time + jump);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.panel} role="group" aria-label={name} tabIndex={-1} onKeyDown={keys} data-autofocus>
      {url && <audio ref={audio} preload="auto" {...events} />}
      <h2 title={name}>{name}</h2>
      {failed ? (
        <div className={styles.failed} role="alert">
          <p>{failed}</p>
          {failure === 'network' && <Button onClick={retry}>{t('reload')}</Button>}
        </div>
      ) : (
        <>
          <SeekBar control={control} label={t('position')} look={look} />
          <Buttons control={control} />
        </>
      )}
    </div>
  );
}

function Buttons({ control }: { control: AudioControl }): ReactNode {
  const t = useText('viewer');
  const { state, playing, time, toggle, seek } = control;
  const ready = state === 'ready';
  return (
    <div className={styles.buttons}>
      <Volume control={control} />
      <div className={styles.play}>
        <ToolButton label={t('back10')} icon={<Jump icon={<BackwardOutlined />} />} disabled={!ready} onClick={() => seek(time - jump)} />
        <span className={styles.big}>
          {ready ? (
            <ToolButton
              label={playing ? t('pause') : t('play')}
              icon={playing ? <PauseCircleFilled /> : <PlayCircleFilled />}
              onClick={toggle}
            />
          ) : (
            <Waiting label={t('loading')} />
          )}
        </span>
        <ToolButton label={t('forward10')} icon={<Jump icon={<ForwardOutlined />} />} disabled={!ready} onClick={() => seek(time + jump)} />
      </div>
      <span />
    </div>
  );
}

function Jump({ icon }: { icon: ReactNode }): ReactNode {
  return (
    <span className={styles.jump}>
      {icon}
      <small>{jump}</small>
    </span>
  );
}

function Volume({ control }: { control: AudioControl }): ReactNode {
  const t = useText('viewer');
  const { volume, setVolume } = control;
  const before = useRef(volume);
  const mute = (): void => {
    if (volume > 0) before.current = volume;
    setVolume(volume > 0 ? 0 : before.current);
  };
  return (
    <div className={styles.volume}>
      <ToolButton label={volume > 0 ? t('mute') : t('unmute')} icon={volume > 0 ? <SoundOutlined /> : <MutedOutlined />} onClick={mute} />
      <input
        type="range"
        aria-label={t('volume')}
        min={0}
        max={1}
        step={0.05}
        value={volume}
        style={{ '--part': `${volume * 100}%` } as React.CSSProperties}
        onChange={({ target }) => setVolume(Number(target.value))}
      />
    </div>
  );
}
