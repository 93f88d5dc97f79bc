import { codes } from '@dossier/contract/codes';
import { flows } from '@dossier/contract/flows';
import { library } from '@dossier/contract/library';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { usePageQuery } from '../../ground/go.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { anId } from '../../ground/page-query.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { useCall } from '../../ground/use-call.ts';
import { type Draft, draftOf, emptyDraft } from './draft.ts';
import { FlowForm } from './flow-form.tsx';
import record from '../../ground/ui/record.module.css';
import { someIds, startPath } from './paths.ts';
import type { FormOf } from './shown.ts';

/** A flow that is written on, one whose words are taken over, the template of a new one, documents that it begins with, the folder that takes them in. */
const Query = { flowId: anId, fromId: anId, templateId: anId, docId: someIds, targetId: anId };

/** The form of a flow: a new one, a draft, or one that came back. */
export function FormPage(): ReactNode {
  const t = useText('flows');
  const { flowId, fromId, templateId, docId, targetId } = usePageQuery(Query);
  const sourceId = flowId ?? fromId;
  const source = useCall(flows.show, { id: sourceId ?? '' }, { enabled: sourceId !== undefined });
  const template = templateId ?? source.data?.templateId;
  const terms = useCall(flows.foresee, { templateId: template ?? '' }, { enabled: template !== undefined && flowId === undefined });
  const late = useDelayed(source.isLoading || terms.isLoading);
  const way = <GoLink to={startPath}>{t('start')}</GoLink>;
  if (sourceId === undefined && templateId === undefined) return <Empty heading title={t('noForm')} action={way} />;
  const failed = [source, terms].find((one) => one.error !== null && one.data === undefined);
  if (failed?.error)
    return (
      <ErrorBox
        error={failed.error}
        retry={() => void failed.refetch()}
        way={[codes.flowMissing.code, codes.flowTemplateMissing.code].includes(failed.error.code) && way}
      />
    );
  if (sourceId !== undefined && source.data === undefined) return <div className={record.page}>{late && <Skeleton active />}</div>;
  if (flowId !== undefined && source.data?.canEdit === false) return <Empty heading title={t('notEditable')} action={way} />;
  if (flowId === undefined && terms.data === undefined) return <div className={record.page}>{late && <Skeleton active />}</div>;
  const draft = source.data ? draftOf(source.data, flowId === undefined) : emptyDraft;
  const key = `${flowId} ${fromId} ${templateId}`;
  const flowKind = terms.data?.flowKind ?? source.data?.flowKind ?? 'normal';
  const cabinetId = terms.data?.cabinetId ?? source.data?.cabinetId;
  const from = { templateId: template ?? '', flowKind, cabinetId, ...(flowId !== undefined && { flow: source.data }) };
  if (targetId !== undefined && sourceId === undefined && flowKind === 'upload')
    return <WithTarget key={`${key} ${targetId}`} targetId={targetId} docIds={docId?.split(',') ?? []} from={from} draft={draft} />;
  if (docId !== undefined && sourceId === undefined) return <WithDocuments key={key} docIds={docId.split(',')} from={from} draft={draft} />;
  return <FlowForm key={key} from={from} draft={draft} />;
}

/** A new form with the folder in it already that takes the documents in; one that the person does not see is left out. */
function WithTarget({ targetId, docIds, from, draft }: { targetId: string; docIds: string[]; from: FormOf; draft: Draft }): ReactNode {
  const way = useCall(library.ancestors, { id: targetId });
  const late = useDelayed(way.isPending);
  if (way.data === undefined && way.error === null) return <div className={record.page}>{late && <Skeleton active />}</div>;
  const place = way.data?.at(-1);
  const next = place === undefined ? draft : { ...draft, target: { id: place.id, name: place.name } };
  return docIds.length > 0 ? <WithDocuments docIds={docIds} from={from} draft={next} /> : <FlowForm from={from} draft={next} />;
}

/** A new form with documents in it already. */
function WithDocuments({ docIds, from, draft }: { docIds: string[]; from: FormOf; draft: Draft }): ReactNode {
  const [first = '', ...more] = docIds;
  const found = useCall(library.documentDetail, { id: first });
  const late = useDelayed(found.isPending);
  if (found.data === undefined && found.error === null) return <div className={record.page}>{late && <Skeleton active />}</div>;
  const { data } = found;
  const documents = data === undefined ? draft.documents : [...draft.documents, { id: data.id, name: data.name, ext: data.ext ?? '' }];
  const next = { ...draft, documents };
  if (more.length > 0) return <WithDocuments key={more.join()} docIds={more} from={from} draft={next} />;
  return <FlowForm from={from} draft={{ ...next, title: draft.title || (documents[0]?.name ?? '') }} />;
}
