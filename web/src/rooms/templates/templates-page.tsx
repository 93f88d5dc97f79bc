import { PlusOutlined } from '@ant-design/icons';
import { templates } from '@dossier/contract/templates';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { FindBar } from '../people/find-bar.tsx';
import people from '../people/people.module.css';
import { useAsked } from '../people/use-asked.ts';
import { templatePath } from './paths.ts';
import { openCreateTemplate } from './template-dialogs.tsx';
import { TemplatesTable } from './templates-table.tsx';

/** The folder templates of the organisation. */
export function TemplatesPage(): ReactNode {
  const t = useText('templates');
  const asked = useAsked();
  const go = useGo();
  const found = useCall(templates.list, asked.input, { keep: true });
  const create = (): void => openCreateTemplate((id) => go(templatePath, { id }));
  return (
    <div className={people.page}>
      <FindBar label={t('findTemplates')} asked={asked}>
        <Button type="primary" icon={<PlusOutlined />} onClick={create}>
          {t('newTemplate')}
        </Button>
      </FindBar>
      <TemplatesTable found={found} page={asked.page} setPage={asked.setPage} searched={asked.keyword !== ''} />
    </div>
  );
}
