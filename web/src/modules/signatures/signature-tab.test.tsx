import { moduleType, objType, right } from '@dossier/contract/core/rights';
import { type Item, library } from '@dossier/contract/documents/library';
import { account } from '@dossier/contract/identity/account';
import { type Seal, type Signature, signatures } from '@dossier/contract/signatures/signatures';
import { flows } from '@dossier/contract/workflows/flows';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answer, answer, pageOf } from '../../../test/answers.ts';
import { documentOf } from '../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const document = { ...documentOf({ name: 'lease.pdf' }), ext: 'pdf', revision: '70', versionLabel: '1.0' };
const toSign = right.visible | right.read | right.download | right.modify;

const detail = { mailWorks: true, hasPassword: true, policy: 'off', mailStep: false, totp: false, recoveryCodes: 0 } as const;

const signature: Signature = {
  id: '80',
  name: '王芳',
  time: '2026-01-01T00:00:00.000Z',
  reason: 'Agreed',
  means: 'passkey',
  revisionId: '70',
  revisionLabel: '1.0',
  current: false,
  own: false,
};

const seal: Seal = {
  verdict: 'holds',
  problems: [],
  field: 'Seal 1',
  subject: 'Kingfisher Ltd',
  issuer: 'Kingfisher Ltd',
  issuedBy: 'own',
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2036-01-01T00:00:00.000Z',
  time: '2026-01-02T00:00:00.000Z',
  updatesAfter: 0,
};

interface Given {
  item?: Partial<Item>;
  list?: Signature[];
  more?: Answer[];
}

async function openTab({ item: given = {}, list = [], more = [] }: Given): Promise<OpenPage> {
  const item = { ...document, rights: toSign, ...given };
  const cabinet = { ...document, id: '5', name: 'Contracts', objType: objType.cabinet };
  const page = await openPage('/knowledge/index?id=5', {
    answers: [
      ...more,
      ...shellAnswers(),
      answer(library.items, () => pageOf([item])),
      answer(library.documentDetail, () => ({ ...item, path: 'Contracts', ownerId: '1', ownerName: 'Ana' })),
      answer(signatures.list, () => pageOf(list)),
      answer(library.ancestors, [{ id: '5', name: 'Contracts', moduleType: moduleType.enterprise, objType: objType.cabinet }]),
      answer(library.tree, []),
      answer(flows.choices, { list: [] }),
      answer(library.cabinetDetail, { ...cabinet, path: '', ownerId: '1', ownerName: 'Ana' }),
    ],
  });
  const { screen, user, t } = page;
  await user.click(await screen.findByText('lease'));
  await user.keyboard('i');
  await user.click(await screen.findByRole('tab', { name: t('signatures.tab') }));
  return page;
}

test('who has signed is listed, with what was changed since', async () => {
  const { screen, t } = await openTab({ list: [signature], item: { rights: right.visible | right.read, signed: true } });
  await screen.findByRole('img', { name: t('documents.library.signed') });
  await screen.findByText('王芳');
  await screen.findByText('Agreed');
  await screen.findByText(t('signatures.signedVersion_passkey', { label: '1.0' }));
  await screen.findByText(t('signatures.replaced'));
  expect(screen.queryByRole('button', { name: t('signatures.signDots') })).toBeNull();
});

test('who has signed what is there now is not asked again', async () => {
  const { screen, t } = await openTab({ list: [{ ...signature, own: true, current: true }] });
  await screen.findByText('王芳');
  await screen.findByRole('button', { name: t('signatures.verify') });
  expect(screen.queryByText(t('signatures.replaced'))).toBeNull();
  expect(within(await screen.findByRole('tabpanel')).queryByRole('button', { name: t('signatures.signDots') })).toBeNull();
});

test('what is signed is the version that was shown, with the reason and the password', async () => {
  const { screen, t, user, fill, press, dialog, inputsOf } = await openTab({
    more: [
      answer(account.detail, detail),
      answer(account.passkeys, { enabled: false, list: [] }),
      answer(signatures.sign, { revisionId: '71', label: '1.1' }),
    ],
  });
  await screen.findByText(t('signatures.noSignatures'));
  await user.click(screen.getAllByRole('button', { name: t('signatures.signDots') }).at(-1) as HTMLElement);
  await dialog(t('signatures.signTitle', { name: 'lease.pdf' }));
  await fill(t('signatures.reason'), 'Agreed');
  await fill(t('identity.account.ownPassword'), 'pass-word-1');
  await press(t('signatures.sign'));
  await screen.findByText(t('signatures.signed', { label: '1.1' }));
  expect(inputsOf(signatures.sign)).toEqual([{ id: document.id, revisionId: '70', reason: 'Agreed', password: 'pass-word-1' }]);
});

test('what is in the file is told in words: valid, with reservations, not valid', async () => {
  const list: Seal[] = [
    seal,
    {
      ...seal,
      field: 'Other',
      verdict: 'doubtful',
      problems: ['selfSigned', 'changedAfter'],
      issuedBy: 'self',
      updatesAfter: 2,
      pagesThen: 3,
    },
    { verdict: 'broken', problems: ['unreadable'], field: 'Third', updatesAfter: 0 },
  ];
  const { screen, t, press } = await openTab({ more: [answer(signatures.verify, { pages: 4, list, more: false })] });
  await press(t('signatures.verify'));
  await screen.findByText(`${t('signatures.verdict_holds')}: Kingfisher Ltd`);
  await screen.findByText(t('signatures.unchanged'));
  await screen.findByText(`${t('signatures.verdict_doubtful')}: Kingfisher Ltd`);
  await screen.findByText(t('signatures.problem_selfSigned'));
  await screen.findByText(t('signatures.problem_changedAfter', { count: 2 }));
  await screen.findByText(t('signatures.pagesThen', { before: 3, now: 4 }));
  await screen.findByText(`${t('signatures.verdict_broken')}: ${t('signatures.unreadableSigner')}`);
  expect(await screen.findByText(t('signatures.problem_unreadable'))).toBeDefined();
});
