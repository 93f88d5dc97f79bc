import { type DecisionByEmail, flowEmails } from '@dossier/contract/workflows/flows';
import { expect, test } from 'vitest';
import { answer } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers, signInAnswers } from '../../../../test/shell-answers.ts';

const flow: DecisionByEmail = {
  id: '9',
  number: 'F-1',
  title: 'New printer',
  reason: 'The old one is broken',
  applicantName: 'Ana',
  templateName: 'Purchase',
  stepName: 'Check',
  documents: [{ name: 'Offer.pdf', ext: 'pdf', versionLabel: '1.0' }],
  hidden: 1,
};

const address = '/flow/email?token=abc-1';

test('nothing is decided by opening the link; a rejection needs a comment', async () => {
  const { screen, t, press, fill, inputsOf } = await openPage(`${address}&decision=veto`, {
    answers: [answer(flowEmails.show, { needsSignIn: false, flow }), answer(flowEmails.decide, {})],
    signedOut: true,
  });
  await screen.findByText('New printer');
  expect(screen.getByText(/Offer\.pdf \(1\.0\)/)).toBeDefined();
  await press(t('workflows.emailReject'));
  await screen.findByText(t('workflows.emailOpinionNeeded'));
  expect(inputsOf(flowEmails.decide)).toEqual([]);
  await fill(t('workflows.opinion'), 'Too dear');
  await press(t('workflows.emailReject'));
  await screen.findByText(t('workflows.emailRejected'));
  expect(inputsOf(flowEmails.decide)).toEqual([{ token: 'abc-1', decision: 'veto', opinion: 'Too dear' }]);
});

test('where signing in is asked for, it leads there and back', async () => {
  const { screen, t, press, leadsTo, inputsOf } = await openPage(address, {
    answers: [...signInAnswers, answer(flowEmails.show, { needsSignIn: true })],
    signedOut: true,
  });
  await screen.findByText(t('workflows.emailSignIn'));
  await press(t('workflows.signIn'));
  expect(inputsOf(flowEmails.showOwn)).toEqual([]);
  await leadsTo(/^\/login\?redirect=%2Fflow%2Femail%3Ftoken%3Dabc-1$/);
});

test('a signed-in approver decides as themselves', async () => {
  const { screen, t, press, inputsOf } = await openPage(address, {
    answers: [
      ...shellAnswers(),
      answer(flowEmails.show, { needsSignIn: true }),
      answer(flowEmails.showOwn, { flow }),
      answer(flowEmails.decideOwn, {}),
    ],
  });
  await screen.findByText('New printer');
  await press(t('workflows.emailApprove'));
  await screen.findByText(t('workflows.emailApproved'));
  expect(inputsOf(flowEmails.decideOwn)).toMatchObject([{ token: 'abc-1', decision: 'ratify' }]);
});

test('a link that is over says so, and where to go on', async () => {
  const { screen, t } = await openPage(address, {
    answers: [answer(flowEmails.show, { refused: 'linkClosed', message: 'The link was already used' })],
    signedOut: true,
  });
  await screen.findByText('The link was already used');
  expect(await screen.findByText(t('workflows.emailLinkOver'))).toBeDefined();
});

test('a link without its secret is told apart', async () => {
  const { screen, t } = await openPage('/flow/email', { answers: [], signedOut: true });
  expect(await screen.findByText(t('workflows.emailLinkWrong'))).toBeDefined();
});
