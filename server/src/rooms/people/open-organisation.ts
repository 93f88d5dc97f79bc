import type { people } from '@dossier/contract/people';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { nameColumns } from '../../ground/text/name-columns.ts';
import { addRoleMember } from '../circles/circle-members.ts';
import { setQuota, startSpaceQuota } from '../limits/set-quotas.ts';
import { refuseTaken, soundExpiry } from '../organisations/organisations.ts';
import { addPerson, checkLoginName, checkNoOthersMail } from './create-user.ts';
import { hashPassword, needSoundPassword } from './password.ts';
import { openOrganisation } from './seed-organisation.ts';

/** Opens an organisation with its built-in roles and the first of its administrators. */
export async function createOrganisation(
  ctx: Ctx,
  input: ParsedOf<typeof people.createOrganisation>,
): Promise<OutputOf<typeof people.createOrganisation>> {
  checkLoginName(input.loginName);
  checkNoOthersMail(input.loginName);
  await needSoundPassword(ctx.db, input.password);
  const expires = soundExpiry(ctx, input.expires);
  const passwordHash = await hashPassword(input.password);
  return inTransaction(ctx, async (inner) => {
    const { name, name_key } = nameColumns(input.name);
    const columns = { name, name_key, description: input.description, expires_at: expires, created_at: inner.now };
    const { id, administrators } = await refuseTaken(openOrganisation(inner.db, columns, { site: false }));
    if (input.quota === undefined) await startSpaceQuota(inner.db, id);
    else await setQuota(inner, { kind: 'space', holderId: id, most: input.quota });
    const admin = await addPerson(inner.db, {
      organisationId: id,
      loginName: input.loginName,
      fullName: input.fullName,
      passwordHash,
      passwordDue: input.mustChange,
      lang: input.lang ?? inner.user.lang,
      now: inner.now,
    });
    await addRoleMember(inner.db, administrators, admin);
    await bumpVersion(inner.db, 'people');
    await inner.say('organisation.created', { objId: id, objName: name });
    await inner.say('user.created', { objId: admin, objName: input.fullName, spaceId: id, after: { loginName: input.loginName } });
    return { id: String(id) };
  });
}
