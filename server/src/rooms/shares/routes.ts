import { shares } from '@dossier/contract/shares';
import { serve, type Served, serveSlow } from '../../ground/http/serve.ts';
import { changeShare, closeOtherShare, closeShare, extendShare, reopenShare } from './change-share.ts';
import { createShare } from './create-share.ts';
import { mailShare } from './mail-share.ts';
import { listReceived, newestReceived } from './received-shares.ts';
import { revokeRecipient } from './recipients.ts';
import { saveOrganisationRules, showOrganisationRules, showRules } from './share-rules.ts';
import { listAllShares, listShares, showShare } from './show-shares.ts';

export const shareRoutes: Served[] = [
  serve(shares.rules, showRules),
  // a password is hashed before anything is written
  serveSlow(shares.create, createShare),
  serve(shares.list, listShares),
  serve(shares.show, showShare),
  serveSlow(shares.update, changeShare),
  serve(shares.close, closeShare),
  serve(shares.reopen, reopenShare),
  serve(shares.extend, extendShare),
  serve(shares.revoke, revokeRecipient),
  serveSlow(shares.mail, mailShare),
  serve(shares.received, listReceived),
  serve(shares.innerShare, newestReceived),
  serve(shares.organisationRules, showOrganisationRules),
  serve(shares.saveRules, saveOrganisationRules),
  serve(shares.all, listAllShares),
  serve(shares.closeOther, closeOtherShare),
];
