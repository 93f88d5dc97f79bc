import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { showKey } from '../../ground/hooks/use-hotkeys.ts';
import { useLook } from '../../ground/look.ts';
import { useText } from '../../ground/text.ts';
import styles from './shortcuts.module.css';

/** The keys of the shell; lists and viewers add a sheet of their own. */
export function Shortcuts({ close }: { close: () => void }): ReactNode {
  const t = useText('app');
  const tabs = useLook((look) => look.tabs);
  const [open, setOpen] = useState(true);
  const keys: [string, string][] = [
    [showKey('mod+k'), t('keyCommands')],
    ['/', t('keySearch')],
    ['?', t('shortcuts')],
    ['Esc', t('keyClose')],
    ['Shift+F10', t('keyMenu')],
    ...(tabs
      ? ([
          ['← →', t('keyTabs')],
          [showKey('Delete'), t('keyTabClose')],
        ] as [string, string][])
      : []),
  ];
  return (
    <Modal open={open} title={t('shortcuts')} footer={null} width={460} onCancel={() => setOpen(false)} afterClose={close}>
      <dl className={styles.keys}>
        {keys.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
