import { type Code, codes } from '@dossier/contract/codes';
import type { PublicCtx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';

/** Refusals that the log tells of, and why. Those for their number stand for tries that it has told of already. */
const reasons = new Map<Code, string>([
  [codes.badCredentials, 'password'],
  [codes.messageCodeWrong, 'code'],
  [codes.passkeyRefused, 'passkey'],
  [codes.userDisabled, 'disabled'],
  [codes.organisationDisabled, 'organisation'],
  [codes.addressRestricted, 'address'],
]);

/**
 * Lets the log know of a sign-in that is refused: whose account it was for, or that there is none such. What was typed is not kept, as
 * people type their password into the wrong field.
 */
export async function tellingRefusal<T>(
  ctx: PublicCtx,
  person: { id: number; full_name: string } | undefined,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const reason = error instanceof Refusal ? reasons.get(error.answer) : undefined;
    const who =
      person === undefined ? {} : { objId: person.id, objName: person.full_name, personId: person.id, personName: person.full_name };
    if (reason !== undefined) await inTransaction(ctx, (inner) => inner.say('user.signInRefused', { ...who, after: { reason } }));
    throw error;
  }
}
