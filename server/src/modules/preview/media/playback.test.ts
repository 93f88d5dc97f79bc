import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { permissions } from '@dossier/contract/access/permissions';
import { site } from '@dossier/contract/core/site';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { expect, it, vi } from 'vitest';
import { endedState } from '../../../../test/ended-state.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { encodingTimeout } from './playback.ts';

let programs: string;

/** A server whose media programs are these shell lines; `$in` and `$out` are the input and output files. */
async function withPrograms(lines: string): Promise<TestServer> {
  programs = await mkdtemp(join(tmpdir(), 'dossier-programs-'));
  const facts = '{"streams":[{"codec_type":"video","codec_name":"mpeg4"}],"format":{"format_name":"avi","duration":"1"}}';
  const args = 'while [ $# -gt 1 ]; do [ "$1" = -i ] && in=$2; shift; done; out=$1';
  for (const [name, text] of [
    ['ffprobe', `echo '${facts}'`],
    ['ffmpeg', `${args}; ${lines}`],
  ] as const)
    await writeFile(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return openTestServer({ searchPath: programs + delimiter + (process.env['PATH'] ?? '') });
}

it('a stalled encoding blocks no other, and is given up', async () => {
  // a stopped process ignores every signal but SIGKILL
  const server = await withPrograms('grep -q hostile "$in" && kill -STOP $$; grep -q empty "$in" || echo film > "$out"');
  try {
    await server.admin.call(site.saveSettings, { group: 'preview', values: { thumbnails: false } });
    const eve = await makeSignedIn(server);
    const parentId = await makeCabinet(server.admin);
    await server.admin.call(permissions.grant, { objId: parentId, granteeType: 'user', granteeId: eve.id, level: 3 });
    const shownTo = async (client: typeof server.admin, name: string) =>
      (await client.call(preview.view, { id: await makeDocument(server, server.admin, { parentId, name, bytes: name }) })).look;
    const state = (previewToken: string) => endedState(server.nobody, previewByToken.state, { look: previewToken });
    const hostile = state(await shownTo(eve.client, 'hostile.avi'));
    const another = state(await shownTo(eve.client, 'another hostile.avi'));
    expect(await state(await shownTo(server.admin, 'good.avi'))).toEqual({ state: 'ready', done: 1 });
    expect(await state(await shownTo(server.admin, 'empty.avi'))).toEqual({ state: 'failed', done: 0, reason: 'no-output' });
    await sleep(1500);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 121_000);
    // whichever of the two was scheduled first
    expect(await Promise.race([hostile, another])).toEqual({ state: 'failed', done: 0, reason: 'timeout' });
  } finally {
    vi.restoreAllMocks();
    await server.close();
    await rm(programs, { recursive: true });
  }
});

it('a player is told that a sound is being converted, could not be, or has no engine', async () => {
  const server = await withPrograms('until [ -e "$0.go" ]; do sleep 0.1; done; exit 1');
  const alone = await openTestServer({ searchPath: '' });
  try {
    const codeOf = async (of: TestServer, wait: number) => {
      await of.admin.call(site.saveSettings, { group: 'preview', values: { thumbnails: false } });
      const parentId = await makeCabinet(of.admin);
      const { look } = await of.admin.call(preview.view, { id: await makeDocument(of, of.admin, { parentId, name: 'song.wma' }) });
      const url = `/look/film/${look}/song.m4a`;
      const told = async (seconds: number) => {
        const answer = await of.server.app.inject({ method: 'GET', url: `${url}?wait=${seconds}` });
        return [answer.statusCode, (JSON.parse(answer.payload) as { code: number }).code];
      };
      return { first: await told(wait), told };
    };
    const { first, told } = await codeOf(server, 0);
    expect(first).toEqual([422, 6001]);
    await writeFile(join(programs, 'ffmpeg.go'), '');
    expect(await told(60)).toEqual([422, 6002]);
    expect((await codeOf(alone, 0)).first).toEqual([422, 6003]);
  } finally {
    await server.close();
    await alone.close();
    await rm(programs, { recursive: true });
  }
});

it.each([
  [1, 12, 64],
  [3600, 12, 600],
  [undefined, 120, 300],
])('a video of %s seconds and %i MB has a time limit of %i seconds', (seconds, megabytes, most) => {
  expect(encodingTimeout(seconds === undefined ? {} : { seconds }, megabytes * 1024 ** 2)).toBe(Math.max(most, 60 + 2 * megabytes) * 1000);
});
