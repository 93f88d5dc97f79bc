import { useLocation } from '@tanstack/react-router';
import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useAppearance } from '../../platform/appearance.ts';
import { type LoggedError, useErrorLog } from '../../platform/error-log.ts';
import { helpPath } from '../../platform/help-path.ts';
import { useText } from '../../platform/i18n.ts';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { showKey } from '../../platform/ui/hotkeys.ts';
import { DividedList, Stack, Text } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { Facts } from '../../platform/ui/page-layout.tsx';
import { helpGroupOf } from '../help/articles.ts';
import styles from './shell-dialogs.module.css';
import { KeyList } from '../../platform/ui/page-parts.tsx';

/** Errors of this window: the message, the component stack, the address. */
export function ErrorDialog({ close }: { close: () => void }): ReactNode {
  const t = useText('app.shell');
  const [open, setOpen] = useState(true);
  const list = useErrorLog((log) => log.list);
  const clear = (): void => {
    useErrorLog.setState({ list: [] });
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('errorLog')}
      width={720}
      onCancel={() => setOpen(false)}
      afterClose={close}
      footer={<Button onClick={clear}>{t('errorClear')}</Button>}
    >
      <DividedList className={styles.list}>
        {list.map((error) => (
          <ErrorEntry key={error.id} error={error} />
        ))}
      </DividedList>
    </Modal>
  );
}

function ErrorEntry({ error }: { error: LoggedError }): ReactNode {
  const t = useText('app.shell');
  const place = (
    <>
      <code>{error.url}</code> · <RelativeTime iso={error.time} />
    </>
  );
  const trace = (
    <pre tabIndex={0} className={styles.trace}>
      {error.info}
    </pre>
  );
  return (
    <Stack as="li" gap={2} pad={[3, 0]}>
      <Text as="p" tone="danger" strong>
        {error.message}
      </Text>
      <Facts
        facts={[
          [t('errorUrl'), place],
          [t('errorInfo'), trace],
        ]}
      />
    </Stack>
  );
}

/** Leads from the shortcuts of a page to the help about it. */
function HelpLink({ leave }: { leave: () => void }): ReactNode {
  const t = useText('help.page');
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <AppLink to={helpPath} query={{ topic: helpGroupOf(path) }} onClick={leave}>
      {t('openHelp')}
    </AppLink>
  );
}

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
    <Modal
      open={open}
      title={t('shortcuts')}
      footer={<HelpLink leave={() => setOpen(false)} />}
      width={460}
      onCancel={() => setOpen(false)}
      afterClose={close}
    >
      <KeyList keys={keys} />
    </Modal>
  );
}
