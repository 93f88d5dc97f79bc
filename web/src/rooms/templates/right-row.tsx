import { DeleteOutlined } from '@ant-design/icons';
import { level } from '@dossier/contract/rights';
import type { TemplateRight } from '@dossier/contract/templates';
import { Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useGranteeName } from '../people/role-name.ts';
import { LevelSelect, ReachSelect } from '../permissions/grant-fields.tsx';
import { GranteeIcon } from '../permissions/grantee-select.tsx';
import { HandOn } from '../permissions/hand-on.tsx';
import { DaysField } from './days-field.tsx';
import styles from './rights.module.css';
import type { RightsDeeds } from './use-rights.ts';

/** A right of a folder of a template, to be changed or taken out. */
export function RightRow({ right, rights }: { right: TemplateRight; rights: RightsDeeds }): ReactNode {
  const t = useText('templates');
  const granteeName = useGranteeName();
  const name = granteeName(right.granteeType, right.granteeName);
  return (
    <li className={styles.right} aria-busy={rights.busy}>
      <span className={styles.whom} data-gone={right.gone || undefined}>
        <GranteeIcon type={right.granteeType} />
        <span title={name}>{name}</span>
        {right.gone && (
          <Tag color="warning" title={t('goneHint')}>
            {t('gone')}
          </Tag>
        )}
      </span>
      <LevelSelect
        value={right.level}
        mine={level.full}
        disabled={rights.busy}
        onChange={(next) => rights.change(right, { level: next, handOn: undefined })}
      />
      <HandOn
        given={right.level}
        mayGive={level.full}
        capped={false}
        value={right.handOn}
        disabled={rights.busy}
        onChange={(handOn) => rights.change(right, { handOn })}
      />
      <ReachSelect value={right.reach} onChange={(reach) => rights.change(right, { reach })} />
      <DaysField value={right.days} onChange={(days) => rights.change(right, { days })} />
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        disabled={rights.busy}
        aria-label={t('removeRight', { name })}
        title={t('removeRight', { name })}
        onClick={() => rights.remove(right)}
      />
    </li>
  );
}
