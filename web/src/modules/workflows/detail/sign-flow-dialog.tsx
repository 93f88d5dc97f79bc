import { codes } from '@dossier/contract/core/codes';
import { signatures } from '@dossier/contract/signatures/signatures';
import type { OwnDecision } from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { textOf, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import {
  type ProofChoices,
  ProofFields,
  type ProofValues,
  findProofChoices,
  firstProof,
  proofTerms,
} from '../../signatures/proof-fields.tsx';
import { type FlowDetail, flowRoutesChanged } from './flow-view.tsx';

interface Question {
  flow: FlowDetail;
  /** The step that is signed. */
  decision: OwnDecision;
  opinion: string;
}

const titleOf = ({ title }: FlowDetail): string => textOf('workflows')('signTitle', { name: title });

/** Asks for a proof of who the user is, then signs the documents of a flow and ratifies its step. */
export async function openSignFlowDialog(question: Question): Promise<void> {
  const choices = await findProofChoices(titleOf(question.flow));
  if (choices !== undefined) openDialog((close) => <SignFlowDialog {...question} choices={choices} close={close} />);
}

/** Signs the versions that the dialog names; answers false where it stays open. */
async function save({ flow, decision, opinion }: Question, values: ProofValues): Promise<boolean> {
  const proof = await proofTerms(values);
  if (proof === undefined) return false;
  const revisionIds = flow.documents.flatMap(({ currentRev }) => currentRev ?? []);
  try {
    await call(flows.sign, {
      id: flow.id,
      position: decision.position,
      step: decision.step,
      round: flow.round,
      revisionIds,
      opinion,
      ...proof,
    });
    notice.success(textOf('workflows')('saidSigned', { name: flow.title }));
  } catch (error) {
    // the displayed state is outdated, and so are the versions that the dialog names
    if (!(error instanceof CallError) || error.code !== codes.changedMeanwhile.code) throw error;
  } finally {
    await invalidateRoutes(...flowRoutesChanged, signatures.list, signatures.verify);
  }
  return true;
}

function SignFlowDialog({ flow, decision, opinion, choices, close }: Question & { choices: ProofChoices; close: () => void }): ReactNode {
  const t = useText('workflows');
  return (
    <FormDialog<ProofValues>
      title={titleOf(flow)}
      ok={t('sign')}
      initial={firstProof(choices)}
      save={(values) => save({ flow, decision, opinion }, values)}
      close={close}
    >
      <Text as="p" spaced>
        {t('signText')}
      </Text>
      <Form.Item>
        <Stack as="ul">
          {flow.documents.map(({ id, name, versionLabel }) => (
            <li key={id}>
              {name} <Text tone="muted">{t('version', { label: versionLabel })}</Text>
            </li>
          ))}
        </Stack>
      </Form.Item>
      <ProofFields {...choices} />
    </FormDialog>
  );
}
