import { access } from './baseline/access.ts';
import { classification } from './baseline/classification.ts';
import { content } from './baseline/documents-content.ts';
import { documentQuotas } from './baseline/documents-quotas.ts';
import { templates } from './baseline/documents-templates.ts';
import { tree } from './baseline/documents-tree.ts';
import { governance } from './baseline/governance.ts';
import { organisation } from './baseline/identity-organisation.ts';
import { quotas } from './baseline/identity-quotas.ts';
import { signIn } from './baseline/identity-sign-in.ts';
import { meetings } from './baseline/meetings.ts';
import { votes } from './baseline/meetings-votes.ts';
import { notifications } from './baseline/notifications.ts';
import { platform } from './baseline/platform.ts';
import { preview } from './baseline/preview.ts';
import { reporting } from './baseline/reporting.ts';
import { search } from './baseline/search.ts';
import { sharing } from './baseline/sharing.ts';
import { webdav } from './baseline/webdav.ts';
import { workflows } from './baseline/workflows.ts';
import { type Engine, type Migration, runScript } from '../src/platform/db/open-database.ts';

/** The modules in an order in which every table comes after those that its foreign keys and triggers name. */
const modules: ((engine: Engine) => string)[] = [
  () => platform,
  () => organisation,
  () => signIn,
  quotas,
  () => notifications,
  () => access,
  tree,
  () => content,
  documentQuotas,
  () => templates,
  () => classification,
  () => preview,
  search,
  () => governance,
  () => sharing,
  () => workflows,
  () => meetings,
  () => votes,
  () => webdav,
  reporting,
];

/** The statements of the whole schema. */
export const schemaOf = (engine: Engine): string => modules.map((module) => module(engine)).join('\n\n');

/** The whole schema in one step, and the steps of the versions before it that led to the same schema. */
export const baseline: Migration = {
  name: 'baseline',
  replaces: [
    '001-ground',
    '002-people',
    '003-session',
    '004-messages',
    '005-permissions',
    '006-library',
    '007-content',
    '008-labels',
    '009-search',
    '010-reports',
    '011-archives',
    '012-site',
    '013-doors',
    '014-shell',
    '015-second-step',
    '016-outside-doors',
    '017-home',
    '018-passkeys',
    '019-spaces',
    '020-session-doors',
    '022-log-chain',
    '023-active-role',
    '024-addresses',
    '025-deeds',
    '026-quotas',
    '027-view-as',
    '028-former-people',
    '029-ending-rights',
    '030-log-spaces',
    '031-import-rows',
    '032-brands',
    '033-folder-templates',
    '034-passwords',
    '035-watermarks',
    '036-shares',
    '037-mail-keys',
    '039-text-stages',
    '040-revisions-by-link',
    '041-cards',
    '042-numbers-and-words',
    '043-flows',
    '044-meetings',
    '045-disk',
    '046-invitations',
    '047-meeting-moves',
    '049-lock-times',
  ],
  up: (db, engine) => runScript(db, engine, schemaOf(engine)),
};
