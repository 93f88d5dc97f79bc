import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { people } from '@dossier/contract/people';
import { Button, Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import styles from './site.module.css';

interface GroupPairsProps {
  name: string;
  label: string;
  help: string | undefined;
}

/** Which group of theirs becomes which group of ours, a row each. */
export function GroupPairs({ name, label, help }: GroupPairsProps): ReactNode {
  const t = useText('site');
  const groups = useCall(people.groups, { pageNo: 1, pageSize: 1000 });
  const options = (groups.data?.list ?? []).map((group) => ({ value: group.id, label: group.name }));
  return (
    <Form.Item label={label} extra={help}>
      <Form.List name={name}>
        {(rows, { add, remove }) => (
          <div className={styles.pairs}>
            {rows.map(({ key, name: at }) => (
              <div key={key} className={styles.pair}>
                <Form.Item name={[at, 'claim']} noStyle rules={[{ required: true, whitespace: true, message: t('needs_pair') }]}>
                  <Input aria-label={t('theirGroup')} placeholder={t('theirGroup')} />
                </Form.Item>
                <Form.Item name={[at, 'groupId']} noStyle rules={[{ required: true, message: t('needs_pair') }]}>
                  <Select
                    aria-label={t('ourGroup')}
                    placeholder={t('ourGroup')}
                    loading={groups.isPending}
                    showSearch={{ optionFilterProp: 'label' }}
                    options={options}
                  />
                </Form.Item>
                <Button type="text" icon={<DeleteOutlined />} aria-label={t('removePair')} onClick={() => remove(at)} />
              </div>
            ))}
            <Button size="small" icon={<PlusOutlined />} onClick={() => add({ claim: '' })}>
              {t('addPair')}
            </Button>
          </div>
        )}
      </Form.List>
    </Form.Item>
  );
}
