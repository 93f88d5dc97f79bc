import { codes } from '@dossier/contract/core/codes';
import { maxOpinionLength } from '@dossier/contract/workflows/flow-shapes';
import { type DecisionByEmail, flowEmails } from '@dossier/contract/workflows/flows';
import { Alert, Button, Input, Segmented } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { CallError, withQuery } from '../../../platform/call.ts';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { enumParam, patternParam } from '../../../platform/page-query.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { session } from '../../../platform/sessions.ts';
import { CenteredCard, WaitingPage } from '../../../platform/ui/centered-card.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import { Field } from '../../../platform/ui/page-parts.tsx';
import { emailDecisionPath, waitingPath } from '../paths.ts';

const Query = { token: patternParam(/^[\w-]{1,100}$/), decision: enumParam(['veto']) };

/** /flow/email: shows what the link of an email decides, and decides it when asked to. Opening the page changes nothing. */
export function EmailDecisionPage(): ReactNode {
  const t = useText('workflows');
  const { token, decision } = usePageQuery(Query);
  if (token === undefined) return <Outcome type="warning" title={t('emailLinkWrong')} />;
  return <Decision token={token} veto={decision === 'veto'} />;
}

/** Whether the answer says that the link can no longer be used. */
const isOver = (error: unknown): boolean =>
  error instanceof CallError &&
  [codes.linkMissing, codes.linkExpired, codes.linkClosed, codes.linkTargetMissing].some(({ code }) => code === error.code);

/** What the link decides: asked by the link alone, and, where its approver has to sign in, as the signed-in user. */
function useDecision(token: string) {
  const open = useCall(flowEmails.show, { token });
  const isSignedIn = session.token() !== null && !session.viewsAs();
  const needsSignIn = open.data?.needsSignIn === true;
  const own = useCall(flowEmails.showOwn, { token }, { enabled: needsSignIn && isSignedIn });
  return {
    flow: open.data?.flow ?? own.data?.flow,
    error: open.error ?? own.error,
    asOwn: needsSignIn,
    asksForSignIn: needsSignIn && !isSignedIn,
  };
}

function Decision({ token, veto }: { token: string; veto: boolean }): ReactNode {
  const t = useText('workflows');
  const go = useNavigate();
  const [done, setDone] = useState<'ratify' | 'veto'>();
  const { flow, error, asOwn, asksForSignIn } = useDecision(token);
  if (done !== undefined) return <Outcome type="success" title={t(done === 'ratify' ? 'emailApproved' : 'emailRejected')} />;
  if (error !== null && error !== undefined)
    return (
      <Outcome
        type="warning"
        title={isOver(error) ? error.message : t('emailFailed')}
        detail={isOver(error) ? t('emailLinkOver') : error.message}
      />
    );
  if (asksForSignIn) {
    const here = withQuery(emailDecisionPath, { token, ...(veto && { decision: 'veto' }) });
    return (
      <CenteredCard title={t('emailDecision')}>
        <Text as="p">{t('emailSignIn')}</Text>
        <Button type="primary" block onClick={() => go('/login', { redirect: here })}>
          {t('signIn')}
        </Button>
      </CenteredCard>
    );
  }
  if (flow === undefined)
    return (
      <WaitingPage>
        <Text as="p" tone="muted" role="status">
          {t('emailLoading')}
        </Text>
      </WaitingPage>
    );
  return <DecisionForm token={token} flow={flow} asOwn={asOwn} veto={veto} decided={setDone} />;
}

interface DecisionFormProps {
  token: string;
  flow: DecisionByEmail;
  /** As the signed-in user, not by the link alone. */
  asOwn: boolean;
  /** The link is the one that rejects. */
  veto: boolean;
  decided: (decision: 'ratify' | 'veto') => void;
}

function DecisionForm({ token, flow, asOwn, veto, decided }: DecisionFormProps): ReactNode {
  const t = useText('workflows');
  const field = useId();
  const [decision, setDecision] = useState<'ratify' | 'veto'>(veto ? 'veto' : 'ratify');
  const [opinion, setOpinion] = useState('');
  const [lacks, setLacks] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const send = useCallMutation(asOwn ? flowEmails.decideOwn : flowEmails.decide, { quiet: true });
  const save = async (): Promise<void> => {
    const missing = decision === 'veto' && opinion.trim() === '';
    setLacks(missing);
    setRefusal(undefined);
    if (missing) return;
    await send.mutateAsync({ token, decision, opinion }).then(
      () => decided(decision),
      (error: unknown) => setRefusal(error instanceof CallError ? error.message : t('emailFailed')),
    );
  };
  return (
    <CenteredCard title={flow.title}>
      <FlowFacts flow={flow} />
      <Segmented<'ratify' | 'veto'>
        block
        aria-label={t('yourWord')}
        value={decision}
        options={[
          { value: 'ratify', label: t('ratify') },
          { value: 'veto', label: t('veto') },
        ]}
        onChange={setDecision}
      />
      <Field
        label={t('opinion')}
        htmlFor={field}
        required={decision === 'veto'}
        error={lacks && t('emailOpinionNeeded')}
        errorId={`${field}-error`}
      >
        <Input.TextArea
          id={field}
          maxLength={maxOpinionLength}
          autoSize={{ minRows: 2, maxRows: 5 }}
          value={opinion}
          aria-invalid={lacks}
          {...(lacks && { 'aria-describedby': `${field}-error` })}
          onChange={(event) => setOpinion(event.target.value)}
        />
      </Field>
      <div role="status">{refusal !== undefined && <Alert type="warning" showIcon title={refusal} />}</div>
      <Button type="primary" block danger={decision === 'veto'} loading={send.isPending} onClick={() => void save()}>
        {t(decision === 'ratify' ? 'emailApprove' : 'emailReject')}
      </Button>
    </CenteredCard>
  );
}

function FlowFacts({ flow }: { flow: DecisionByEmail }): ReactNode {
  const t = useText('workflows');
  const names = flow.documents.map(({ name, versionLabel }) => (versionLabel === '' ? name : `${name} (${versionLabel})`));
  return (
    <Facts
      vertical
      facts={[
        [t('number'), flow.number],
        [t('applicant'), flow.applicantName],
        [t('step'), flow.stepName],
        flow.decidesFor !== undefined && [t('emailDecidesFor'), flow.decidesFor],
        flow.reason !== '' && [t('reason'), flow.reason],
        (names.length > 0 || flow.hidden > 0) && [
          t('documents'),
          [joinedNames(names), flow.hidden > 0 && t('emailHidden', { count: flow.hidden })].filter(Boolean).join(' · '),
        ],
      ]}
    />
  );
}

/** Nothing is left to decide: it is done, or the link is over. */
function Outcome({ type, title, detail }: { type: 'success' | 'warning'; title: string; detail?: string }): ReactNode {
  const t = useText('workflows');
  const go = useNavigate();
  return (
    <CenteredCard title={t('emailDecision')}>
      <Alert role="status" type={type} showIcon title={title} {...(detail !== undefined && { description: detail })} />
      <Button block onClick={() => go(waitingPath)}>
        {t('emailToFlows')}
      </Button>
    </CenteredCard>
  );
}
