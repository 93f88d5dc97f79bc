import { RightOutlined } from '@ant-design/icons';
import { type FlowChoice, flowKinds } from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall } from '../../../platform/query.ts';
import record from '../../../platform/ui/detail-page.module.css';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { AppLink } from '../../../platform/ui/links.tsx';
import styles from '../flows.module.css';
import { formPaths, idListParam, templatesPath } from '../paths.ts';
import form from './flow-form.module.css';

/** Documents that the flow is to begin with, or the folder that is asked to take some in. */
const Query = { docId: idListParam, targetId: idParam };

/** The templates that the person may begin a flow with, by what they are for. */
export function StartPage(): ReactNode {
  const t = useText('workflows');
  const may = usePermissions();
  const { targetId } = usePageQuery(Query);
  const found = useCall(flows.choices, targetId === undefined ? {} : { flowKind: 'upload' });
  const late = useDelayed(found.isPending);
  if (found.error !== null && found.data === undefined) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <div className={record.page}>{late && <Skeleton active />}</div>;
  const { list } = found.data;
  const way = may('flows.edit') && <AppLink to={templatesPath}>{t('toTemplates')}</AppLink>;
  if (list.length === 0) return <Empty heading title={t('noChoices')} hint={t(way ? 'noChoicesOffice' : 'noChoicesHint')} action={way} />;
  return (
    <div className={record.page}>
      {flowKinds
        .filter((kind) => list.some((one) => one.flowKind === kind))
        .map((kind) => (
          <section key={kind} className={record.part}>
            <h2>{t(`kind_${kind}`)}</h2>
            <p className={styles.hint}>{t(`kind_${kind}_hint`)}</p>
            <ul className={form.choices}>
              {list
                .filter((one) => one.flowKind === kind)
                .map((one) => (
                  <li key={one.id}>
                    <Choice choice={one} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

function Choice({ choice }: { choice: FlowChoice }): ReactNode {
  const t = useText('workflows');
  const query = usePageQuery(Query);
  const { id, flowKind, name, description, steps } = choice;
  return (
    <AppLink to={formPaths[flowKind]} query={{ templateId: id, ...query }} className={form.choice ?? ''}>
      <span>
        <strong>{name}</strong>
        <small>{description === '' ? t('nSteps', { count: steps }) : description}</small>
      </span>
      <RightOutlined aria-hidden />
    </AppLink>
  );
}
