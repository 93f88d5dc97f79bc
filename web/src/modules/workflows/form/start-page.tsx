import {
  AuditOutlined,
  CloudUploadOutlined,
  DiffOutlined,
  DownloadOutlined,
  KeyOutlined,
  SearchOutlined,
  StopOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import { type FlowChoice, type FlowKind, flowKinds } from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { Button, Input, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { Grid, Page } from '../../../platform/ui/page-layout.tsx';
import { Section } from '../../../platform/ui/page-parts.tsx';
import styles from '../flows.module.css';
import { formPaths, idListParam, templatesPath } from '../paths.ts';

/** Initial documents of the flow, or the target folder. */
const Query = { docId: idListParam, targetId: idParam };

/** The templates available to the user, by kind. */
export function StartPage(): ReactNode {
  const t = useText('workflows');
  const { targetId } = usePageQuery(Query);
  const found = useCall(flows.choices, targetId === undefined ? {} : { flowKind: 'upload' });
  const late = useDelayed(found.isPending);
  const [keyword, setKeyword] = useState('');
  if (found.error !== null && found.data === undefined) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Page>{late && <Skeleton active />}</Page>;
  const { list } = found.data;
  if (list.length === 0) return <NoChoices />;
  const sought = keyword.trim().toLowerCase();
  const shown = list.filter(({ name, description }) => sought === '' || `${name}\n${description}`.toLowerCase().includes(sought));
  return (
    <Page>
      {list.length > fewChoices && (
        <Input
          allowClear
          className={styles.find ?? ''}
          prefix={<SearchOutlined />}
          aria-label={t('findTemplate')}
          placeholder={t('findTemplate')}
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
      )}
      {shown.length === 0 && <Empty title={t('nothingFound')} />}
      {flowKinds
        .filter((kind) => shown.some((template) => template.flowKind === kind))
        .map((kind) => (
          <Section key={kind} title={t(`kind_${kind}`)}>
            <Hint>{t(`kind_${kind}_hint`)}</Hint>
            <Grid as="ul" min={300} gap={3}>
              {shown
                .filter((template) => template.flowKind === kind)
                .map((template) => (
                  <li key={template.id}>
                    <Choice choice={template} />
                  </li>
                ))}
            </Grid>
          </Section>
        ))}
    </Page>
  );
}

function NoChoices(): ReactNode {
  const t = useText('workflows');
  const go = useNavigate();
  const mayEdit = usePermissions()('flows.edit');
  const newTemplate = mayEdit && (
    <Button type="primary" onClick={() => go(templatesPath, { show: 'new' })}>
      {t('toTemplates')}
    </Button>
  );
  return (
    <Empty
      heading
      icon={<AuditOutlined />}
      title={t('noChoices')}
      hint={t(mayEdit ? 'noChoicesOffice' : 'noChoicesHint')}
      action={newTemplate}
    />
  );
}

/** So many templates are seen at a glance. */
const fewChoices = 8;

const icons: Record<FlowKind, ReactNode> = {
  normal: <AuditOutlined />,
  publish: <CloudUploadOutlined />,
  revise: <DiffOutlined />,
  abolish: <StopOutlined />,
  borrow: <KeyOutlined />,
  upload: <UploadOutlined />,
  download: <DownloadOutlined />,
};

/** A template: what it is for, and who decides in which order. */
function Choice({ choice }: { choice: FlowChoice }): ReactNode {
  const t = useText('workflows');
  const query = usePageQuery(Query);
  const { id, flowKind, name, description, stepNames, branches } = choice;
  return (
    <AppLink to={formPaths[flowKind]} query={{ templateId: id, ...query }} className={styles.choice ?? ''}>
      <span className={styles.choiceSign} aria-hidden>
        {icons[flowKind]}
      </span>
      <Stack as="span" grow gap={1}>
        <Text as="strong" strong>
          {name}
        </Text>
        {description !== '' && (
          <Text as="small" size="s" lines={3}>
            {description}
          </Text>
        )}
        <Text as="small" size="s" tone="muted" lines={2}>
          {branches ? joinedNames(stepNames) : stepNames.join(' → ')}
        </Text>
        {branches && (
          <Text as="small" size="xs" tone="muted">
            {t('byForm')}
          </Text>
        )}
      </Stack>
    </AppLink>
  );
}
