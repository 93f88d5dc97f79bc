import { ArrowLeftOutlined, EditOutlined } from '@ant-design/icons';
import { codes } from '@dossier/contract/codes';
import { templates } from '@dossier/contract/templates';
import { Button, Skeleton, Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import { usePageQuery } from '../../ground/go.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { anId } from '../../ground/page-query.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import people from '../people/people.module.css';
import { FolderRights } from './folder-rights.tsx';
import { FolderTree } from './folder-tree.tsx';
import { templatesPath } from './paths.ts';
import { openEditTemplate } from './template-dialogs.tsx';
import styles from './templates.module.css';
import { type Template, useFolders } from './use-folders.ts';

const Query = { id: anId };

/** A folder template: the folders that it makes, and the rights that those will have. */
export function TemplatePage(): ReactNode {
  const t = useText('templates');
  const { id = '' } = usePageQuery(Query);
  const found = useCall(templates.tree, { id }, { enabled: id !== '' });
  const late = useDelayed(found.isPending);
  const way = <GoLink to={templatesPath}>{t('allTemplates')}</GoLink>;
  if (id === '') return <Empty heading title={t('noTemplate')} action={way} />;
  if (found.error !== null && found.data === undefined)
    return <ErrorBox error={found.error} retry={() => void found.refetch()} way={found.error.code === codes.templateMissing.code && way} />;
  if (found.data === undefined) return <div className={styles.waiting}>{late && <Skeleton active />}</div>;
  return <Editor key={id} template={found.data} />;
}

function Editor({ template }: { template: Template }): ReactNode {
  const folders = useFolders(template);
  return (
    <div className={styles.editor}>
      <Head template={template} />
      <div className={people.split}>
        <FolderTree folders={folders} />
        {folders.chosen && <FolderRights key={folders.chosen.id} folder={folders.chosen} way={folders.way(folders.chosen.id)} />}
      </div>
    </div>
  );
}

function Head({ template }: { template: Template }): ReactNode {
  const t = useText('templates');
  const update = useSend(templates.update, { refresh: [templates.tree, templates.list, templates.choices] });
  const label = useId();
  const { id, name, description, enabled } = template;
  return (
    <header className={styles.head}>
      <GoLink to={templatesPath} aria-label={t('allTemplates')} title={t('allTemplates')}>
        <ArrowLeftOutlined />
      </GoLink>
      <h1 title={name}>{name}</h1>
      <Button
        type="text"
        icon={<EditOutlined />}
        aria-label={t('editTemplate')}
        title={t('editTemplate')}
        onClick={() => openEditTemplate(template)}
      />
      <label className={styles.offered} id={label} title={t('offeredHint')}>
        <Switch
          size="small"
          aria-labelledby={label}
          checked={enabled}
          loading={update.isPending}
          onChange={(next) => void update.mutateAsync({ id, enabled: next }).catch(() => undefined)}
        />
        {t('offered')}
      </label>
      {description !== '' && <p>{description}</p>}
    </header>
  );
}
