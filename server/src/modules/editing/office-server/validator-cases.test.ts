import { site } from '@dossier/contract/core/site';
import { officeServer } from '@dossier/contract/editing/office-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type FakeOfficeServer, openFakeOfficeServer } from '../../../../test/wopi/fake-office-server.ts';
import { type CaseResult, runValidator, type ValidatorAnswer } from '../../../../test/wopi/validator.ts';
import { zipOf } from '../../../../test/zip-of.ts';

let dossier: TestServer;
let office: FakeOfficeServer;
beforeAll(async () => {
  dossier = await openTestServer();
  office = await openFakeOfficeServer(() => dossier.clock.now());
  await dossier.admin.call(site.saveSettings, { group: 'office', values: { url: office.url } });
});
afterAll(async () => {
  await office.close();
  await dossier.close();
});

const groups = [
  'CheckFileInfoSchema',
  'BaseWopiViewing',
  'Locks',
  'GetLock',
  'ExtendedLockLength',
  'EditFlows',
  'FileVersion',
  'PutUserInfo',
  'PutRelativeFile',
  'PutRelativeFileUnsupported',
  'RenameFileIfCreateChildFileIsNotSupported',
  'RenameFileIfCreateChildFileIsSupported',
  'Ecosystem',
  'Container',
  'RenameContainer',
  'EnumerateAncestorsAndChildren',
  'CreateChildFileAndDeleteFile',
  'ProofKeys',
];

const wordWith = (text: string): Promise<Buffer> =>
  zipOf([
    { name: '[Content_Types].xml', bytes: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>' },
    {
      name: 'word/document.xml',
      bytes: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${text}</w:document>`,
    },
  ]);

/** What a host does to the answers on their way, as one that breaks the protocol would. */
type Break = (answer: ValidatorAnswer) => ValidatorAnswer;

async function resultsOf(wanted: readonly string[], broken: Break = (answer) => answer): Promise<CaseResult[]> {
  const folder = await makeFolder(dossier.admin, await makeCabinet(dossier.admin));
  const id = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'validator.wopitest', bytes: 'first' });
  const { wopiSrc, accessToken } = await dossier.admin.call(officeServer.token, { id });
  return runValidator({
    wopiSrc,
    accessToken,
    groups: wanted,
    resources: {
      WordBlankDocument: await wordWith(''),
      WordSimpleDocument: await wordWith('<w:body/>'),
      WordComplexDocument: await wordWith('<w:body><w:p/></w:body>'),
      ZeroByteFile: Buffer.alloc(0),
    },
    prove: (url, terms) => office.prove(url, terms),
    async send({ method, url, headers, body }) {
      const { pathname, search } = new URL(url);
      const sent = await dossier.server.app.inject({
        method,
        url: pathname + search,
        headers: { host: new URL(url).host, ...headers },
        ...(body && { payload: body }),
      });
      return broken({ status: sent.statusCode, headers: sent.headers as Record<string, string>, body: sent.rawPayload });
    },
  });
}

const failed = (results: readonly CaseResult[]): string[] => results.filter((one) => one.outcome === 'failed').map((one) => one.name);

it("passes the cases of Microsoft's validator for what it claims", async () => {
  const results = await resultsOf(groups);
  const of = (outcome: string): number => results.filter((one) => one.outcome === outcome).length;
  process.stdout.write(`WOPI validator: ${of('passed')} passed, ${of('skipped')} skipped, ${of('failed')} failed\n`);
  expect(results.filter((one) => one.outcome === 'failed')).toEqual([]);
  // skipped are the groups for hosts without relative files and without containers
  expect(new Set(results.filter((one) => one.outcome === 'skipped').map((one) => one.why))).toEqual(
    new Set(['UserCanNotWriteRelativePrereq', 'ContainersUnsupportedPrereq']),
  );
  expect(of('passed')).toBeGreaterThan(70);
});

it('would fail them where it broke the protocol', async () => {
  const without = (name: string): Break => {
    return (answer) => ({ ...answer, headers: { ...answer.headers, [name]: undefined } });
  };
  expect(failed(await resultsOf(['Locks', 'GetLock'], without('x-wopi-lock')))).toContain('LockMismatchOnUnlockRequest');
  const sameVersion: Break = (answer) => ({ ...answer, headers: { ...answer.headers, 'x-wopi-itemversion': 'v1' } });
  expect(failed(await resultsOf(['FileVersion'], sameVersion))).toContain('files.PutFileReturnsDifferentVersion');
  const always: Break = (answer) => ({ ...answer, status: 200 });
  expect(failed(await resultsOf(['EditFlows', 'ProofKeys', 'PutRelativeFile'], always))).toEqual(
    expect.arrayContaining(['PutUnlockedFileNotZeroBytes', 'ProofKeys.CurrentInvalid.OldInvalid', 'PutRelativeFile.ConflictingHeaders']),
  );
  const otherBytes: Break = (answer) =>
    answer.headers['content-type'] === 'application/octet-stream' ? { ...answer, body: Buffer.from('x') } : answer;
  expect(failed(await resultsOf(['EditFlows'], otherBytes))).toContain('BasicEdit');
});
