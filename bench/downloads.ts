import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { load } from './load.ts';
import { startScript } from './servers.ts';
import { type Line, median } from './table.ts';
import { type Caller, downloadPath, fetchRate, openCabinet, upload } from './transfers.ts';

const floorPort = 7982;

/** A 20 kB document fetched repeatedly, beside the bare framework streaming the same bytes. */
export async function measureSmallDownload(caller: Caller, scratch: string): Promise<Line> {
  const body = randomBytes(20_000);
  const file = join(scratch, 'small.bin');
  writeFileSync(file, body);
  const cabinet = await openCabinet(caller, 'Downloads');
  const id = await upload(caller, cabinet, { name: 'small.bin', body });
  const path = await downloadPath(caller, id);
  const floorServer = await startScript('./floor-server.ts', [String(floorPort), file]);
  const asked = { connections: 16, seconds: 4 };
  await load({ port: floorPort, path: '/file', ...asked, seconds: 1 });
  const floor = await load({ port: floorPort, path: '/file', ...asked });
  await floorServer.stop();
  await load({ port: caller.port, path, ...asked, seconds: 1 });
  const ours = await load({ port: caller.port, path, ...asked });
  return {
    work: '20 kB download, 16 connections',
    ours: `${ours.rate.toFixed(0)}/s`,
    floor: `${floor.rate.toFixed(0)}/s`,
    ratio: `1/${(floor.rate / ours.rate).toFixed(1)}`,
    aim: '≥ 1/4',
  };
}

/** A large download, beside nginx serving the file from the same disk, where nginx is installed. */
export async function measureLargeDownload(
  caller: Caller,
  { id, source, scratch }: { id: string; source: string; scratch: string },
): Promise<Line> {
  const path = await downloadPath(caller, id);
  const floorPath = `/${source.slice(scratch.length + 1)}`;
  const nginx = await startNginx(scratch);
  const found: { ours: number; floor: number }[] = [];
  // the first round only warms up both
  for (let round = 0; round < 6; round++) {
    const ours = await fetchRate(caller.port, path);
    const floor = nginx === undefined ? Number.NaN : await fetchRate(floorPort, floorPath);
    if (round > 0) found.push({ ours, floor });
  }
  if (nginx !== undefined) {
    nginx.kill('SIGQUIT');
    await once(nginx, 'exit');
  }
  const ours = median(found.map((round) => round.ours));
  const floor = median(found.map((round) => round.floor));
  return {
    work: 'the same down',
    ours: `${ours.toFixed(0)} MB/s`,
    floor: nginx === undefined ? 'nginx is not installed' : `${floor.toFixed(0)} MB/s (nginx)`,
    ratio: nginx === undefined ? '–' : (ours / floor).toFixed(2),
    aim: '≥ 0.7',
  };
}

async function startNginx(root: string): Promise<ChildProcess | undefined> {
  const program = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'].find((path) => existsSync(path));
  if (program === undefined) return undefined;
  const config = join(root, 'nginx.conf');
  // the folder belongs to the current user, so the workers must run as the same user
  const user = process.getuid?.() === 0 ? `user ${execFileSync('id', ['-un']).toString().trim()};` : '';
  writeFileSync(
    config,
    `${user} daemon off; pid ${root}/nginx.pid; error_log ${root}/nginx.log; worker_processes 1; events {}
     http { access_log off; sendfile on; client_body_temp_path ${root}/t1; proxy_temp_path ${root}/t2; fastcgi_temp_path ${root}/t3; uwsgi_temp_path ${root}/t4; scgi_temp_path ${root}/t5;
     server { listen 127.0.0.1:${floorPort}; root ${root}; } }`,
  );
  const child = spawn(program, ['-c', config], { stdio: 'ignore' });
  await pause(700);
  return child;
}
