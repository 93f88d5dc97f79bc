import { MoreOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useMay } from '../../ground/office.ts';
import styles from './people.module.css';
import { type CircleDeeds, useCircleDeeds } from './use-circle-deeds.tsx';
import type { Circle } from './use-circles.ts';

interface RoleListProps {
  kind: Circle['kind'];
  list: Circle[] | undefined;
  error: unknown;
  retry: () => void;
  chosen: Circle | undefined;
  choose: (circle: { kind: Circle['kind']; id?: string }) => void;
}

/** The roles or the user groups, with what can be done with each. */
export function RoleList({ kind, list, error, retry, chosen, choose }: RoleListProps): ReactNode {
  const t = useText('people');
  const may = useMay();
  const mayEdit = may(kind === 'role' ? 'roles.edit' : 'groups.edit');
  const deeds = useCircleDeeds(kind, (id) => choose({ kind, id }));
  return (
    <section className={styles.side} aria-label={t('rolesAndGroups')}>
      <header className={styles.sideHead}>
        <Segmented<Circle['kind']>
          size="small"
          aria-label={t('rolesAndGroups')}
          value={kind}
          onChange={(next) => choose({ kind: next })}
          options={[
            { value: 'role', label: t('roles') },
            { value: 'group', label: t('groups') },
          ]}
        />
        {mayEdit && (
          <Button
            type="text"
            size="small"
            icon={<PlusOutlined />}
            aria-label={t(kind === 'role' ? 'newRole' : 'newGroup')}
            title={t(kind === 'role' ? 'newRole' : 'newGroup')}
            onClick={deeds.create}
          />
        )}
      </header>
      <div className={styles.sideBody}>
        {error !== null && <ErrorBox small error={error} retry={retry} />}
        {list?.length === 0 && <Empty small title={t('noGroups')} hint={t('noGroupsHint')} />}
        {list?.map((circle) => (
          <div key={circle.id} className={styles.circle}>
            <button type="button" className={styles.entry} aria-current={circle.id === chosen?.id} onClick={() => choose(circle)}>
              <span className={styles.nodeName}>{circle.name}</span>
              <span className={styles.number}>{circle.memberCount}</span>
            </button>
            <CircleMenu circle={circle} {...(mayEdit && { deeds })} />
          </div>
        ))}
      </div>
    </section>
  );
}

function CircleMenu({ circle, deeds }: { circle: Circle; deeds?: CircleDeeds }): ReactNode {
  const t = useText('people');
  if (circle.kind === 'role' && circle.builtIn) return <span className={styles.builtIn}>{t('builtIn')}</span>;
  if (deeds === undefined) return null;
  const items = [
    { key: 'rename', label: t('rename'), onClick: () => deeds.rename(circle) },
    { key: 'delete', label: t('delete'), danger: true, onClick: () => void deeds.remove(circle).catch(() => undefined) },
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button type="text" size="small" icon={<MoreOutlined />} aria-label={t('actionsOf', { name: circle.name })} />
    </Dropdown>
  );
}
