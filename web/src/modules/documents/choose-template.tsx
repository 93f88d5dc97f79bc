import type { OutputOf } from '@dossier/contract/core/route';
import { type ForeseenRight, templates } from '@dossier/contract/documents/folder-templates';
import { Alert, Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { formatExactTime } from '../../platform/format.ts';
import { useText } from '../../platform/i18n.ts';
import type { NewFolderExtension } from '../../platform/item-actions.ts';
import { useCall } from '../../platform/query.ts';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { levelWords } from '../access/grant-fields.tsx';
import { PrincipalIcon } from '../access/principal-select.tsx';
import { usePrincipalName } from '../identity/role-names.ts';
import styles from './folder-templates/templates.module.css';

type Choice = OutputOf<typeof templates.choices>[number];

function ChoiceLine({ one }: { one: Choice }): ReactNode {
  const t = useText('documents.folder-templates');
  return (
    <span className={styles.choice}>
      {one.name}
      <small>{[t('nFolders', { count: one.folders }), one.description].filter(Boolean).join(' · ')}</small>
    </span>
  );
}

const drawChoice = ({ data }: { data: { one: Choice } }): ReactNode => <ChoiceLine one={data.one} />;

/** Selects the template of a new folder, and shows who will get rights; renders nothing where there is no template. */
export const ChooseTemplate: NewFolderExtension = ({ parentId, value, onChange }) => {
  const t = useText('documents.folder-templates');
  const found = useCall(templates.choices, {}, { staleTime: 30_000 });
  const choices = found.data ?? [];
  if (choices.length === 0) return null;
  return (
    <>
      <Form.Item label={t('template')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('template')}
          placeholder={t('noTemplateChosen')}
          value={value ?? null}
          onChange={(id: string | null | undefined) => onChange(id ?? undefined)}
          options={choices.map((one) => ({ value: one.id, label: one.name, one }))}
          optionRender={drawChoice}
          notFoundContent={t('nothingFound')}
        />
      </Form.Item>
      {value !== undefined && <Forecast id={value} parentId={parentId} />}
    </>
  );
};

/** The grants that a template would make, folder by folder. */
function Forecast({ id, parentId }: { id: string; parentId: string }): ReactNode {
  const t = useText('documents.folder-templates');
  const found = useCall(templates.forecast, { id, parentId });
  if (found.error !== null) return <ErrorBox small error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <p className={styles.hint}>{t('looking')}</p>;
  const { seen, list } = found.data;
  return (
    <div className={styles.forecast} role="status">
      {!seen && <Alert type="warning" showIcon title={t('notSeen')} />}
      {list.length === 0 ? <p className={styles.hint}>{t('givesNothing')}</p> : <h2>{t('whoGets')}</h2>}
      {list.map(({ path, inherit, rights, others = [] }) => (
        <section key={path} aria-label={path || t('topFolder')}>
          <h3>
            {path || t('topFolder')}
            {!inherit && <small>{t('inheritsNothing')}</small>}
          </h3>
          <ul>
            {rights.map((right) => (
              <ForecastLine key={`${right.granteeType} ${right.granteeId} ${right.reach}`} right={right} />
            ))}
            {others.map(({ granteeType, number }) => (
              <li key={granteeType}>
                <PrincipalIcon type={granteeType} />
                <span>{t(`others_${granteeType}`, { count: number })}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ForecastLine({ right }: { right: ForeseenRight }): ReactNode {
  const t = useText('documents.folder-templates');
  const rights = useText('access');
  const granteeName = usePrincipalName();
  const { granteeType, granteeName: name, level, handOn, reach, deadline, state } = right;
  const passed = state !== 'given' && state !== 'less';
  const facts = [
    levelWords(rights, level),
    ...(handOn === undefined ? [] : [rights('handsOnLevel', { level: levelWords(rights, handOn) })]),
    ...(reach === 'all' ? [] : [rights(`reach_${reach}`)]),
    ...(deadline === undefined ? [] : [rights('until', { time: formatExactTime(deadline).slice(0, 10) })]),
  ];
  return (
    <li data-passed={passed || undefined}>
      <PrincipalIcon type={granteeType} />
      <span>{granteeName(granteeType, name)}</span>
      <small>{state === 'given' ? facts.join(' · ') : [...(passed ? [] : facts), t(`state_${state}`)].join(' · ')}</small>
    </li>
  );
}
