import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { mostOfVotes } from '@dossier/contract/votes';
import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './votes.module.css';

/** Options of one's own, a line each. */
export function OptionsField({ value = [], onChange }: { value?: string[]; onChange?: (list: string[]) => void }): ReactNode {
  const t = useText('votes');
  return (
    <div>
      {value.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
        <div key={at} className={styles.option}>
          <Input
            aria-label={t('optionN', { n: at + 1 })}
            placeholder={t('optionN', { n: at + 1 })}
            maxLength={200}
            value={one}
            onChange={({ target }) => onChange?.(value.with(at, target.value))}
          />
          <Button
            icon={<DeleteOutlined />}
            aria-label={t('removeOption', { n: at + 1 })}
            disabled={value.length <= 2}
            onClick={() => onChange?.(value.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={value.length >= mostOfVotes.options}
        onClick={() => onChange?.([...value, ''])}
      >
        {t('addOption')}
      </Button>
    </div>
  );
}
