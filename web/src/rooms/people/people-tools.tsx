import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useGo } from '../../ground/go.ts';
import { usePeopleTools } from '../../ground/person-action.ts';

/** What later rooms can do with the list of people as a whole. */
export function PeopleTools(): ReactNode {
  const go = useGo();
  return usePeopleTools().map(({ id, icon, label, path, choices }) =>
    choices === undefined ? (
      <Button key={id} icon={icon} onClick={() => path !== undefined && go(path)}>
        {label}
      </Button>
    ) : (
      <Dropdown key={id} trigger={['click']} menu={{ items: choices }}>
        <Button icon={icon}>
          {label} <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
    ),
  );
}
