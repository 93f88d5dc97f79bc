import type { account } from '@dossier/contract/account';
import { codes } from '@dossier/contract/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { needOwnProof } from '../session/own-password.ts';
import { settingsOf } from '../site/settings.ts';
import { tellOfPasskey } from './passkey-notice.ts';
import { deletePasskey, passkeysOf, renamePasskeyRow } from './passkey-queries.ts';

/** The own passkeys, also while the door is closed: whoever wants one gone must see it. */
export async function listPasskeys(ctx: Ctx): Promise<OutputOf<typeof account.passkeys>> {
  const rows = await passkeysOf(ctx.db, ctx.user.id);
  return {
    enabled: (await settingsOf(ctx.db, 'passkeys')).enabled,
    list: rows.map((row) => ({
      id: String(row.id),
      name: row.name,
      created: isoTime(row.created_at),
      lastUsed: row.used_at === null ? undefined : isoTime(row.used_at),
    })),
  };
}

/** Gives an own passkey another name. */
export async function renamePasskey(ctx: Ctx, { id, name }: ParsedOf<typeof account.renamePasskey>): Promise<Record<string, never>> {
  if (!(await renamePasskeyRow(ctx.db, { id: Number(id), personId: ctx.user.id, name }))) throw new Refusal(codes.passkeyMissing);
  return {};
}

/** Removes an own passkey. */
export async function removePasskey(ctx: Ctx, { id, password }: ParsedOf<typeof account.removePasskey>): Promise<Record<string, never>> {
  await needOwnProof(ctx, password);
  await inTransaction(ctx, async (inner) => {
    const name = await deletePasskey(inner.db, { id: Number(id), personId: inner.user.id });
    if (name === undefined) throw new Refusal(codes.passkeyMissing);
    await tellOfPasskey(inner, 'passkeyRemoved', name);
  });
  return {};
}
