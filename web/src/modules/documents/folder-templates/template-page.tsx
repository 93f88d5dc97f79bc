import { ArrowLeftOutlined, EditOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/core/codes';
import { templates } from '@dossier/contract/documents/folder-templates';
import { Button, Skeleton, Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Page, Split } from '../../../platform/ui/page-layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { templatesPath } from './paths.ts';
import { openEditTemplate } from './template-dialogs.tsx';
import { FolderRights } from './template-rights.tsx';
import { FolderTree } from './template-tree.tsx';
import styles from './templates.module.css';
import { type Template, useTemplateFolders } from './use-template-folders.tsx';

const TemplateQuery = { id: idParam };

/** A folder template: its folders, and their rights. */
export function TemplatePage(): ReactNode {
  const t = useText('documents.folder-templates');
  const { id = '' } = usePageQuery(TemplateQuery);
  const found = useCall(templates.tree, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  const link = <AppLink to={templatesPath}>{t('allTemplates')}</AppLink>;
  if (id === '') return <Empty heading title={t('noTemplate')} action={link} />;
  if (found.error !== null && found.data === undefined)
    return (
      <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.templateMissing.code && link} />
    );
  if (found.data === undefined) return <Page>{late && <Skeleton active />}</Page>;
  return <Editor key={id} template={found.data} />;
}

function Editor({ template }: { template: Template }): ReactNode {
  const t = useText('documents.folder-templates');
  const folders = useTemplateFolders(template);
  return (
    <Stack grow className={styles.editor}>
      <Head template={template} />
      <Split sideLabel={t('folders')} side={<FolderTree folders={folders} />}>
        {folders.chosen && <FolderRights key={folders.chosen.id} folder={folders.chosen} way={folders.path(folders.chosen.id)} />}
      </Split>
    </Stack>
  );
}

function Head({ template }: { template: Template }): ReactNode {
  const t = useText('documents.folder-templates');
  const update = useCallMutation(templates.update, { refresh: [templates.tree, templates.list, templates.choices] });
  const label = useId();
  const { id, name, description, enabled } = template;
  return (
    <Row as="header" gap={2} wrap rigid className={styles.head}>
      <AppLink to={templatesPath} aria-label={t('allTemplates')} title={t('allTemplates')}>
        <ArrowLeftOutlined />
      </AppLink>
      <Heading level={1} truncate title={name}>
        {name}
      </Heading>
      <Button
        type="text"
        icon={<EditOutlined />}
        aria-label={t('editTemplate')}
        title={t('editTemplate')}
        onClick={() => openEditTemplate(template)}
      />
      <Row as="label" gap={2} id={label} title={t('offeredHint')}>
        <Switch
          size="small"
          aria-labelledby={label}
          checked={enabled}
          loading={update.isPending}
          onChange={(next) => void update.mutateAsync({ id, enabled: next }).catch(() => undefined)}
        />
        {t('offered')}
      </Row>
      {description !== '' && (
        <Text as="p" size="s" tone="muted" className={styles.description}>
          {description}
        </Text>
      )}
    </Row>
  );
}
