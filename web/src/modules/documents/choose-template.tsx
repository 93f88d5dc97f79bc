import type { OutputOf } from '@dossier/contract/core/route';
import { type ForeseenRight, templates } from '@dossier/contract/documents/folder-templates';
import { Alert, Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import type { NewFolderExtension } from '../../platform/item-actions.ts';
import { useCall } from '../../platform/query.ts';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { formatExactTime } from '../../platform/ui/formatted-values.tsx';
import { Hint } from '../../platform/ui/hint.tsx';
import { Card, Heading, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { SmallNote } from '../../platform/ui/page-parts.tsx';
import { levelWords } from '../access/grant-fields.tsx';
import { PrincipalIcon } from '../access/principal-select.tsx';
import { usePrincipalName } from '../identity/role-names.ts';
import styles from './folder-templates/templates.module.css';

type Choice = OutputOf<typeof templates.choices>[number];

function ChoiceLine({ one }: { one: Choice }): ReactNode {
  const t = useText('documents.folder-templates');
  return (
    <Stack as="span">
      {one.name}
      <Text as="small" size="xs" tone="muted" truncate>
        {[t('nFolders', { count: one.folders }), one.description].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
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
  if (found.data === undefined) return <Hint>{t('looking')}</Hint>;
  const { seen, list } = found.data;
  return (
    <Card pad={3} gap={2} scroll className={styles.forecast} role="status">
      {!seen && <Alert type="warning" showIcon title={t('notSeen')} />}
      {list.length === 0 ? (
        <Hint>{t('givesNothing')}</Hint>
      ) : (
        <Heading level={2} size="s">
          {t('whoGets')}
        </Heading>
      )}
      {list.map(({ path, inherit, rights, others = [] }) => (
        <section key={path} aria-label={path || t('topFolder')}>
          <Heading level={3}>
            {path || t('topFolder')} {!inherit && <SmallNote>{t('inheritsNothing')}</SmallNote>}
          </Heading>
          <Stack as="ul">
            {rights.map((right) => (
              <ForecastLine key={`${right.granteeType} ${right.granteeId} ${right.reach}`} right={right} />
            ))}
            {others.map(({ granteeType, number }) => (
              <Row as="li" key={granteeType} gap={2}>
                <PrincipalIcon type={granteeType} />
                <Text size="s">{t(`others_${granteeType}`, { count: number })}</Text>
              </Row>
            ))}
          </Stack>
        </section>
      ))}
    </Card>
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
    <Row as="li" gap={2} wrap data-passed={passed || undefined}>
      <PrincipalIcon type={granteeType} />
      <Text size="s">{granteeName(granteeType, name)}</Text>
      <Text as="small" size="xs" tone="muted">
        {state === 'given' ? facts.join(' · ') : [...(passed ? [] : facts), t(`state_${state}`)].join(' · ')}
      </Text>
    </Row>
  );
}
