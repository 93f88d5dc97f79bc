import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useAppearance } from '../../platform/appearance.ts';
import { useText } from '../../platform/i18n.ts';
import { showKey } from '../../platform/ui/hotkeys.ts';
import { KeyList } from '../../platform/ui/page-parts.tsx';

/** The shortcuts of the shell; lists and viewers add their own. */
export function Shortcuts({ close }: { close: () => void }): ReactNode {
  const t = useText('app.shell');
  const tabs = useAppearance((appearance) => appearance.tabs);
  const [open, setOpen] = useState(true);
  const keys: [string[], string][] = [
    [[showKey('mod+k')], t('keyCommands')],
    [['/'], t('keySearch')],
    [['?'], t('shortcuts')],
    [['Esc'], t('keyClose')],
    [['Shift+F10'], t('keyMenu')],
    ...(tabs
      ? ([
          [['← →'], t('keyTabs')],
          [[showKey('Delete')], t('keyTabClose')],
        ] as [string[], string][])
      : []),
  ];
  return (
    <Modal open={open} title={t('shortcuts')} footer={null} width={460} onCancel={() => setOpen(false)} afterClose={close}>
      <KeyList keys={keys} />
    </Modal>
  );
}
