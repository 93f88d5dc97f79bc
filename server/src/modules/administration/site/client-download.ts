import { codes } from '@dossier/contract/core/codes';
import { Client } from '@dossier/contract/core/site-settings';
import type { ServedFile } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';

/** GET /external/download/client?platform= redirects to the installer named in the site settings; 404 without one. */
export const clientDownload: ServedFile = {
  method: 'GET',
  path: '/external/download/client',
  async handle(services, request, reply) {
    const { platform } = request.query as { platform?: unknown };
    const client = Client.safeParse(platform ?? 'desktop').data;
    const address = client === undefined ? '' : (await settingsOf(services.database.read, 'clients'))[client];
    if (address === '') throw new Refusal(codes.bytesMissing);
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 302);
  },
};
