import { PlusOutlined } from '@ant-design/icons';
import { flowTemplates } from '@dossier/contract/flow-templates';
import { Button, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useGo, usePageQuery } from '../../ground/go.ts';
import { useMay } from '../../ground/office.ts';
import { anId, oneOf } from '../../ground/page-query.ts';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { FindBar } from '../people/find-bar.tsx';
import people from '../people/people.module.css';
import { useAsked } from '../people/use-asked.ts';
import { FlowList } from './flow-list.tsx';
import { FlowPage } from './flow-page.tsx';
import styles from './flows.module.css';
import { templatesPath } from './paths.ts';
import { NewTemplate, TemplatePage } from './template-page.tsx';
import { TemplatesTable } from './templates-table.tsx';

const Query = { id: anId, flowId: anId, show: oneOf(['new', 'flows']) };

/** The templates of flows, one of them, a new one; or all flows of the organisation. */
export function TemplatesPage(): ReactNode {
  const { id, flowId, show } = usePageQuery(Query);
  if (flowId !== undefined) return <FlowPage key={flowId} id={flowId} back={`${templatesPath}?show=flows`} />;
  if (id !== undefined) return <TemplatePage key={id} id={id} />;
  if (show === 'new') return <NewTemplate />;
  return <Lists all={show === 'flows'} />;
}

function Lists({ all }: { all: boolean }): ReactNode {
  const t = useText('flows');
  const may = useMay();
  const go = useGo();
  const choose = (next: 'templates' | 'flows'): void => {
    go(templatesPath, next === 'flows' ? { show: 'flows' } : undefined);
  };
  return (
    <div className={people.page}>
      {may('flows.see') && (
        <Segmented
          className={styles.lists ?? ''}
          aria-label={t('templatesOrFlows')}
          value={all ? 'flows' : 'templates'}
          options={[
            { value: 'templates', label: t('templates') },
            { value: 'flows', label: t('allFlows') },
          ]}
          onChange={choose}
        />
      )}
      {all ? <FlowList scope="all" path={templatesPath} /> : <Templates />}
    </div>
  );
}

function Templates(): ReactNode {
  const t = useText('flows');
  const go = useGo();
  const asked = useAsked();
  const found = useCall(flowTemplates.list, asked.input, { keep: true });
  return (
    <>
      <FindBar label={t('findTemplates')} asked={asked}>
        <Button type="primary" icon={<PlusOutlined />} onClick={() => go(templatesPath, { show: 'new' })}>
          {t('newTemplate')}
        </Button>
      </FindBar>
      <TemplatesTable found={found} page={asked.page} setPage={asked.setPage} searched={asked.keyword !== ''} />
    </>
  );
}
