import { RightOutlined } from '@ant-design/icons';
import { type FlowChoice, flowKinds } from '@dossier/contract/flow-shapes';
import { flows } from '@dossier/contract/flows';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { usePageQuery } from '../../ground/go.ts';
import { anId } from '../../ground/page-query.ts';
import { useMay } from '../../ground/office.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useCall } from '../../ground/use-call.ts';
import styles from './flows.module.css';
import record from '../../ground/ui/record.module.css';
import form from './flow-form.module.css';
import { formPaths, someIds, templatesPath } from './paths.ts';

/** Documents that the flow is to begin with, or the folder that is asked to take some in. */
const Query = { docId: someIds, targetId: anId };

/** The templates that the person may begin a flow with, by what they are for. */
export function StartPage(): ReactNode {
  const t = useText('flows');
  const may = useMay();
  const { targetId } = usePageQuery(Query);
  const found = useCall(flows.choices, targetId === undefined ? {} : { flowKind: 'upload' });
  const late = useDelayed(found.isPending);
  if (found.error !== null && found.data === undefined) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <div className={record.page}>{late && <Skeleton active />}</div>;
  const { list } = found.data;
  const way = may('flows.edit') && <GoLink to={templatesPath}>{t('toTemplates')}</GoLink>;
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
  const t = useText('flows');
  const query = usePageQuery(Query);
  const { id, flowKind, name, description, steps } = choice;
  return (
    <GoLink to={formPaths[flowKind]} query={{ templateId: id, ...query }} className={form.choice ?? ''}>
      <span>
        <strong>{name}</strong>
        <small>{description === '' ? t('nSteps', { n: steps }) : description}</small>
      </span>
      <RightOutlined aria-hidden />
    </GoLink>
  );
}
