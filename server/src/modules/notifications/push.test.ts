import { permissions } from '@dossier/contract/access/permissions';
import { comments } from '@dossier/contract/comments/comments';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { session } from '@dossier/contract/identity/sessions';
import { messages } from '@dossier/contract/notifications/messages';
import { mostPushDevices, push } from '@dossier/contract/notifications/push';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handIn, makeFlowTemplate, stepOf } from '../../../test/make-flows.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { type TestBrowser, type TestPushService, claimsOf, startPushService } from '../../../test/push-peer.ts';
import { openTestServer, type TestServer } from '../../../test/test-server.ts';
import { sendPushes } from './send-push.ts';

let dossier: TestServer;
let service: TestPushService;
let cabinet: string;
let document: string;
let reader: Awaited<ReturnType<typeof makeSignedIn>>;
let browser: TestBrowser;

beforeAll(async () => {
  service = await startPushService();
  dossier = await openTestServer({ pushHosts: [service.host] });
  cabinet = await makeCabinet(dossier.admin);
});
beforeEach(async () => {
  reader = await makeSignedIn(dossier);
  document = await makeDocument(dossier, dossier.admin, { parentId: cabinet });
  browser = service.browser();
});
afterEach(() => service.answer(201));
afterAll(async () => {
  await dossier.close();
  await service.close();
});

const grant = (bits: number) =>
  dossier.admin.call(permissions.grant, { objId: document, granteeType: 'user', granteeId: reader.id, level: bits, reach: 'all' });
const subscribe = (to: TestBrowser = browser, client = reader.client) => client.call(push.subscribe, to.subscription);
const send = async (): Promise<void> => {
  await dossier.drain();
  await sendPushes(dossier.services);
};
const waiting = () => dossier.services.database.read.selectFrom('push_line').selectAll().execute();
const devices = async () => (await reader.client.call(push.state)).devices;

describe('a browser', () => {
  it('gets a notification that its push service cannot read, and that leads to the document', async () => {
    const { enabled, publicKey } = await reader.client.call(push.state);
    expect([enabled, Buffer.from(publicKey, 'base64url').length]).toEqual([true, 65]);
    await subscribe();
    await grant(level.view);
    await send();
    const [message] = browser.messages();
    expect(message).toMatchObject({ body: expect.stringContaining('Administrator'), path: `/docpreview?id=${document}` });
    const [sent] = service.received.slice(-1);
    expect(sent?.body.includes(message!.body)).toBe(false);
    expect(sent?.headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-encoding': 'aes128gcm', topic: message!.tag });
    expect(claimsOf(sent?.headers.authorization ?? '').aud).toBe(`http://${service.host}`);
    await send();
    expect(browser.messages()).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  it('is told nothing of what its user may no longer see, nor of what they have read', async () => {
    await subscribe();
    await grant(level.view);
    await dossier.drain();
    await grant(0);
    await send();
    expect(browser.messages()).toEqual([]);
    await grant(level.view);
    await dossier.drain();
    await reader.client.call(messages.markRead, {});
    await send();
    expect([browser.messages(), await waiting()]).toEqual([[], []]);
  });

  it('gets the kinds that its user left on', async () => {
    await subscribe();
    await reader.client.call(push.choose, { kinds: { shares: false } });
    expect((await reader.client.call(push.state)).kinds).toMatchObject({ shares: false, comments: true });
    await grant(level.view);
    await send();
    expect(browser.messages()).toEqual([]);
    await dossier.admin.call(comments.create, { objId: document, content: 'Please look', mentions: [reader.id] });
    await send();
    expect(browser.messages()).toHaveLength(1);
    await reader.client.call(push.choose, { kinds: { shares: true } });
    expect((await reader.client.call(push.state)).kinds.shares).toBe(true);
  });

  it('ends with its session, by whatever way that ends', async () => {
    await subscribe();
    const other = service.browser();
    const second = await dossier.as(reader);
    await subscribe(other, second);
    expect(await devices()).toHaveLength(2);
    await second.call(session.logout, {});
    expect((await devices()).map(({ key }) => key)).toHaveLength(1);
    await grant(level.view);
    await send();
    expect([browser.messages().length, other.messages().length]).toEqual([1, 0]);
  });

  it('belongs to who subscribed it last, and what waits for the one before is dropped', async () => {
    await subscribe();
    await grant(level.view);
    await dossier.drain();
    const next = await makeSignedIn(dossier);
    await subscribe(browser, next.client);
    await send();
    expect([browser.messages(), await devices()]).toEqual([[], []]);
    expect((await next.client.call(push.state)).devices).toHaveLength(1);
  });

  it('that is taken over is the newest of its user', async () => {
    await subscribe();
    const next = await makeSignedIn(dossier);
    for (let n = 0; n < mostPushDevices; n++) {
      dossier.clock.forward(1000);
      await subscribe(service.browser(), next.client);
    }
    dossier.clock.forward(1000);
    const { id } = await subscribe(browser, next.client);
    const { devices: all } = await next.client.call(push.state);
    expect([all.length, all[0]?.id]).toEqual([mostPushDevices, id]);
  });

  it('is told of a flow that waits without a link that decides', async () => {
    await subscribe();
    await handIn(dossier.admin, await makeFlowTemplate(dossier, [stepOf('A', [reader.id])]));
    await send();
    expect(browser.messages()).toHaveLength(1);
    expect(await dossier.services.database.read.selectFrom('flow_email_link').select('hash').execute()).toEqual([]);
  });

  it('is ended by its user alone, and the log names it', async () => {
    const { id } = await subscribe();
    const stranger = await makeSignedIn(dossier);
    await stranger.client.call(push.unsubscribe, { id });
    expect(await devices()).toHaveLength(1);
    await reader.client.call(push.unsubscribe, { id });
    await reader.client.call(push.unsubscribe, { id });
    expect(await devices()).toEqual([]);
    await dossier.drain();
    const { list } = await dossier.admin.call(operationLog.log, { actions: [action.pushDevice] });
    expect(list.filter(({ objId }) => objId === reader.id)).toHaveLength(2);
  });

  it('takes the place of the oldest where there are too many', async () => {
    const first = service.browser();
    await subscribe(first);
    for (let n = 0; n < mostPushDevices; n++) {
      dossier.clock.forward(1000);
      await subscribe(service.browser());
    }
    await grant(level.view);
    await send();
    expect([(await devices()).length, first.messages().length]).toEqual([mostPushDevices, 0]);
  });
});

describe('a push service', () => {
  it.each([404, 410])('that answers %i knows the browser no more: it is removed', async (status) => {
    await subscribe();
    await grant(level.view);
    service.answer(status);
    await send();
    expect([await devices(), await waiting()]).toEqual([[], []]);
  });

  it('that is busy is asked again later, as it says, and given up after hours', async () => {
    await subscribe();
    await grant(level.view);
    service.answer(429, { 'retry-after': '600' });
    await send();
    dossier.clock.forward(599_000);
    service.answer(201);
    await send();
    expect(browser.messages()).toEqual([]);
    dossier.clock.forward(2000);
    await send();
    expect(browser.messages()).toHaveLength(1);
    await grant(level.modify);
    service.answer(503);
    for (let tries = 0; tries < 20; tries++) {
      await send();
      dossier.clock.forward(3_600_000);
    }
    expect([await waiting(), (await devices()).length]).toEqual([[], 1]);
  });

  it.each([
    ['in the network of the server', 'https://127.0.0.1/push'],
    ['without TLS', 'http://push.example/x'],
    ['that is no address', 'push'],
  ])('%s is refused', async (_, endpoint) => {
    expect(await reader.client.refused(push.subscribe, { ...browser.subscription, endpoint })).toBe(4678);
  });

  it('gets nothing for keys that are none', async () => {
    expect(await reader.client.refused(push.subscribe, { ...browser.subscription, auth: 'AAAA' })).toBe(4678);
  });
});

it('a site that sends none takes no browser, and drops what waits', async () => {
  await subscribe();
  await grant(level.view);
  await dossier.drain();
  await dossier.admin.call(site.saveSettings, { group: 'push', values: { enabled: false } });
  expect(await reader.client.call(push.state)).toMatchObject({ enabled: false, publicKey: '' });
  expect(await reader.client.refused(push.subscribe, browser.subscription)).toBe(4677);
  await send();
  await dossier.admin.call(site.saveSettings, { group: 'push', values: { enabled: true } });
  await send();
  expect([browser.messages(), await waiting()]).toEqual([[], []]);
});
