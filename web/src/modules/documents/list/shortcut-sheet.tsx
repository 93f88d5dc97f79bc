import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { helpPath } from '../../../platform/help-path.ts';
import { type TextOf, useText } from '../../../platform/i18n.ts';
import type { ReadyAction } from '../../../platform/item-actions.ts';
import { useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import { showKey } from '../../../platform/ui/hotkeys.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { KeyList } from '../../../platform/ui/page-parts.tsx';
import styles from '../dialogs/dialogs.module.css';

/** Shortcuts of every list, with or without a selection. */
const fixedKeys = (t: TextOf<'documents.library'>): [string[], string][] => [
  [[showKey('F2')], t('rename')],
  [[showKey('Delete')], t('delete')],
  [[showKey('mod+c')], t('copy')],
  [[showKey('mod+x')], t('cut')],
  [[showKey('mod+v')], t('pasteHere')],
  [[showKey('mod+z')], t('keyUndo')],
  [[showKey('alt+← →')], t('keyColumn')],
];

/** All shortcuts of the list, with those of the available actions. */
export function ShortcutSheet({ actions, close }: { actions: readonly ReadyAction[]; close: () => void }): ReactNode {
  const t = useText('documents.library');
  const helpWords = useText('help.page');
  const [open, setOpen] = useState(true);
  const isPaged = useListPreferences((prefs) => prefs.paging === 'pages');
  const moving: [string[], string][] = [
    [['↑', '↓'], t('keyWalk')],
    [['Home', 'End'], t('keyEnds')],
    [['Enter'], t('open')],
    [['Space'], t('keyPreview')],
    [['Backspace'], t('keyUp')],
    [['A–Z'], t('keyType')],
    [['Shift+↑ ↓'], t('keyExtend')],
    [[showKey('mod+a')], t('keyAll')],
    [[`${showKey('mod+')}Space`], t('keyToggle')],
    [['Esc'], t('keyClear')],
    ...(isPaged ? [[[showKey('alt+PageUp'), showKey('alt+PageDown')], t('keyPages')] satisfies [string[], string]] : []),
    [['I'], t('details')],
    [['/'], t('keySearch')],
    [[showKey('mod+k')], t('keyCommands')],
    [['?'], t('shortcuts')],
  ];
  const fixed = fixedKeys(t);
  const known = new Set(['F2', 'Delete', 'mod+c', 'mod+x', 'mod+v', 'Enter', 'i']);
  const more: [string[], string][] = actions
    .filter((action) => action.key !== undefined && !known.has(action.key))
    .map((action) => [[showKey(action.key ?? '')], action.label]);
  const help = (
    <AppLink to={helpPath} query={{ topic: 'documents' }} onClick={() => setOpen(false)}>
      {helpWords('openHelp')}
    </AppLink>
  );
  return (
    <Modal open={open} title={t('shortcuts')} footer={help} onCancel={() => setOpen(false)} afterClose={close} width={640}>
      <div className={styles.keyColumns}>
        {[moving, [...fixed, ...more]].map((list, at) => (
          <KeyList key={at === 0 ? 'moving' : 'doing'} keys={list} />
        ))}
      </div>
    </Modal>
  );
}
