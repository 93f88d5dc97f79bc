import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Checkbox, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../platform/dialogs.ts';
import { useText } from '../../platform/i18n.ts';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { ToolButton } from '../../platform/ui/tool-button.tsx';
import { type PanelName, showPanel, swapPanels, usePanelPreferences } from './panel-preferences.ts';

interface Offered {
  name: PanelName;
  title: string;
}

function PanelsDialog({ offered, close }: { offered: readonly Offered[]; close: () => void }): ReactNode {
  const t = useText('app.home');
  const [open, setOpen] = useState(true);
  const { hidden, order } = usePanelPreferences();
  const titles = new Map(offered.map(({ name, title }) => [name, title]));
  const list = order.filter((name) => titles.has(name));
  return (
    <Modal open={open} width={420} title={t('choosePanels')} footer={null} onCancel={() => setOpen(false)} afterClose={close}>
      <Text as="p" tone="muted">
        {t('choosePanelsHint')}
      </Text>
      <Stack as="ul" gap={2}>
        {list.map((name, at) => (
          <Row as="li" key={name}>
            <Text grow>
              <Checkbox checked={!hidden.includes(name)} onChange={(event) => showPanel(name, event.target.checked)}>
                {titles.get(name)}
              </Checkbox>
            </Text>
            <ToolButton
              label={t('panelUp', { name: titles.get(name) ?? '' })}
              icon={<UpOutlined />}
              disabled={at === 0}
              onClick={() => swapPanels(name, list[at - 1] ?? name)}
            />
            <ToolButton
              label={t('panelDown', { name: titles.get(name) ?? '' })}
              icon={<DownOutlined />}
              disabled={at === list.length - 1}
              onClick={() => swapPanels(name, list[at + 1] ?? name)}
            />
          </Row>
        ))}
      </Stack>
    </Modal>
  );
}

/** Lets a user choose and order the panels of their home page. */
export const choosePanels = (offered: readonly Offered[]): void => openDialog((close) => <PanelsDialog offered={offered} close={close} />);
