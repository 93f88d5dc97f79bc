import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useText } from '../../../ground/text.ts';
import { Size } from '../../../ground/ui/size.tsx';
import styles from './revisions.module.css';

interface FileChooserProps {
  file: File | undefined;
  choose: (file: File) => void;
  disabled: boolean;
}

/** A button that asks the browser for one file, and what was chosen. */
export function FileChooser({ file, choose, disabled }: FileChooserProps): ReactNode {
  const t = useText('content');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.chooser}>
      <Button icon={<UploadOutlined />} disabled={disabled} onClick={() => input.current?.click()}>
        {t('chooseFile')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('chooseFile')}
        onChange={({ target }) => {
          if (target.files?.[0]) choose(target.files[0]);
          target.value = '';
        }}
      />
      {file ? (
        <span className={styles.chosen}>
          <span>{file.name}</span> <Size bytes={file.size} />
        </span>
      ) : (
        <span className={styles.none}>{t('noFileChosen')}</span>
      )}
    </div>
  );
}
