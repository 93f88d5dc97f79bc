import { CloseOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { PlainButton } from '../../../platform/ui/layout.tsx';
import styles from './designer.module.css';

/** One of several that were chosen, with a button that takes it out, which keys reach. */
export function RemovableTag({ name, remove }: { name: string; remove: () => void }): ReactNode {
  const t = useText('workflows');
  const label = t('removeNamed', { name });
  return (
    <Tag
      closable={{
        closeIcon: (
          <PlainButton className={styles.tagClose} aria-label={label} title={label}>
            <CloseOutlined />
          </PlainButton>
        ),
      }}
      onClose={(event) => {
        // what is chosen is told from outside
        event.preventDefault();
        remove();
      }}
    >
      {name}
    </Tag>
  );
}
