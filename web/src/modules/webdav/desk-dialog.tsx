import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { Stack, Text } from '../../platform/ui/layout.tsx';
import { settingsPath } from '../identity/settings-paths.ts';
import { useRoles } from '../identity/current-user.ts';
import { followDeskLink } from './desk-links.ts';

const configurationPath = '/site-admin/index/site-userManger/site-configuration';
const devicesPath = '/admin/index/userManger/syncdisk';

type Obstacle = 'off' | 'person' | 'area';

interface DeskDialogProps {
  name: string;
  program: string;
  obstacle: Obstacle | undefined;
  /** Absent where there is an obstacle. */
  href: string | undefined;
  close: () => void;
}

/** What it takes to open a document in a program of the user's computer: what is off and who can switch it on, or a device. */
export function DeskDialog({ name, program, obstacle, href, close }: DeskDialogProps): ReactNode {
  const t = useText('webdav');
  const go = useNavigate();
  const [open, setOpen] = useState(true);
  const isSite = useRoles(['settings.edit']);
  const isKeeper = useRoles(['disk.edit']);
  const leave = (): void => setOpen(false);
  const words: Record<Obstacle, string> = {
    off: t(isSite ? 'diskOffYours' : 'diskOff', { program }),
    person: t(isKeeper ? 'diskRefusedYours' : 'diskRefused', { program }),
    area: t(isSite ? 'diskAreaYours' : 'diskArea', { name, program }),
  };
  const way = obstacle === 'person' ? isKeeper && devicesPath : isSite && configurationPath;
  const lead = (path: string): void => {
    leave();
    go(path);
  };
  const footer =
    href === undefined ? (
      way === false ? (
        <Button type="primary" onClick={leave}>
          {t('understood')}
        </Button>
      ) : (
        <Button type="primary" onClick={() => lead(way)}>
          {t(obstacle === 'person' ? 'toDevices' : 'toConfiguration')}
        </Button>
      )
    ) : (
      <>
        <Button onClick={() => go(settingsPath, { section: 'devices' })}>{t('addDevice')}</Button>
        <Button type="primary" onClick={() => followDeskLink(href)}>
          {t('openIn', { program })}
        </Button>
      </>
    );
  return (
    <Modal open={open} title={t('openIn', { program })} width={480} footer={footer} onCancel={leave} afterClose={close}>
      <Stack gap={2}>
        {obstacle === undefined ? (
          <>
            <Text as="p">{t('deskNeeds', { program })}</Text>
            <Text as="p" tone="muted">
              {t('deskPassword')}
            </Text>
          </>
        ) : (
          <Text as="p">{words[obstacle]}</Text>
        )}
      </Stack>
    </Modal>
  );
}
