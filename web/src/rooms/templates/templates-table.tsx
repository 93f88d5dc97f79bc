import type { FolderTemplate } from '@dossier/contract/templates';
import { type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { type Found, PagedTable, type PageOf } from '../people/paged-table.tsx';
import people from '../people/people.module.css';
import { templatePath } from './paths.ts';
import styles from './templates.module.css';
import { useTemplateDeeds } from './use-template-deeds.tsx';

interface TemplatesTableProps {
  found: Found<FolderTemplate>;
  page: PageOf;
  setPage: (page: PageOf) => void;
  searched: boolean;
}

/** Folder templates in pages, with a menu on each. */
export function TemplatesTable({ searched, ...props }: TemplatesTableProps): ReactNode {
  const t = useText('templates');
  const columns = useColumns();
  const deeds = useTemplateDeeds();
  return (
    <PagedTable
      {...props}
      columns={columns}
      empty={searched ? { title: t('nothingFound') } : { title: t('noTemplates'), hint: t('noTemplatesHint') }}
      menuOf={deeds}
      menuName={({ name }) => t('actionsOf', { name })}
    />
  );
}

function TemplateName({ template }: { template: FolderTemplate }): ReactNode {
  const t = useText('templates');
  const phone = useMedia('phone');
  return (
    <span className={people.person} data-off={!template.enabled || undefined}>
      <GoLink to={`${templatePath}?id=${template.id}`}>{template.name}</GoLink>
      {!template.enabled && <Tag>{t('off')}</Tag>}
      {phone && (
        <span className={people.more}>
          {t('nFolders', { n: template.folders })} · {t('nRights', { n: template.rights })}
        </span>
      )}
    </span>
  );
}

function useColumns(): TableColumnsType<FolderTemplate> {
  const t = useText('templates');
  return [
    { key: 'name', title: t('name'), render: (_, one) => <TemplateName template={one} /> },
    {
      key: 'description',
      title: t('description'),
      render: (_, one) => (
        <span className={styles.clipped} title={one.description}>
          {one.description}
        </span>
      ),
    },
    { key: 'folders', title: t('folders'), align: 'end', width: 100, render: (_, one) => one.folders },
    { key: 'rights', title: t('rights'), align: 'end', width: 100, render: (_, one) => one.rights },
    {
      key: 'changed',
      title: t('changed'),
      width: 220,
      render: (_, one) => (
        <span>
          <Time iso={one.updateTime} /> {one.updaterName}
        </span>
      ),
    },
  ];
}
