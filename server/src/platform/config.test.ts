import { afterEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from './config.ts';

afterEach(() => vi.unstubAllEnvs());

const withEnv = (variables: Record<string, string>) => {
  for (const name of Object.keys(process.env)) if (name.startsWith('DOSSIER_')) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return readConfig('/srv');
};

describe('the environment', () => {
  it('may be empty', () => {
    expect(withEnv({ PATH: '/usr/bin:/bin' })).toEqual({
      port: 7901,
      host: '0.0.0.0',
      data: '/srv/data',
      adminPassword: undefined,
      databaseUrl: undefined,
      trustedProxies: [],
      searchPath: '/usr/bin:/bin',
      engines: '/srv/engines',
      logLevel: 'warn',
    });
    expect(withEnv({ DOSSIER_DATABASE_URL: '', DOSSIER_PORT: '', DOSSIER_TRUSTED_PROXIES: '' })).toMatchObject({ port: 7901 });
  });

  it('sets the paths and ports', () => {
    const given = {
      DOSSIER_PORT: '80',
      DOSSIER_DATA: '/var/dossier',
      DOSSIER_DATABASE_URL: 'postgres://x@y/z',
      DOSSIER_TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16,',
      DOSSIER_RENDITIONS_GIB: '0.5',
    };
    expect(withEnv(given)).toMatchObject({
      port: 80,
      data: '/var/dossier',
      databaseUrl: 'postgres://x@y/z',
      trustedProxies: ['10.0.0.1', '10.1.0.0/16'],
      renditionBytes: 512 * 1024 ** 2,
    });
  });

  it('is refused with one sentence that names each wrong variable, but no secret', () => {
    const wrong = { DOSSIER_PORT: '99999', DOSSIER_DATABASE_URL: 'mysql://root:hunter2@x', DOSSIER_ADMIN_PASSWORD: 'short' };
    const read = () => withEnv(wrong);
    expect(read).toThrow(/^The environment is not usable\. DOSSIER_PORT: .*DOSSIER_ADMIN_PASSWORD: .*DOSSIER_DATABASE_URL: must start/);
    expect(read).not.toThrow(/hunter2|short\b/);
  });
});
