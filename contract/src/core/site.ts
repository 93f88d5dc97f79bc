import { z } from 'zod';
import { get, post } from './route.ts';
import { Flag, Nothing, Text } from './shapes.ts';
import { Client, type SettingGroup, settingGroups } from './site-settings.ts';

const Group = z.enum(Object.keys(settingGroups) as [SettingGroup, ...SettingGroup[]]);
const Values = z.record(z.string(), z.unknown());

/** The steps of the setup on the first start. */
export const setupSteps = ['language', 'organisation', 'mail', 'people'] as const;
export const SetupStep = z.enum(setupSteps);
export type SetupStep = z.infer<typeof SetupStep>;

export const site = {
  settings: get('/site/settings', {
    access: 'settings.edit',
    does: 'All settings of the site; secrets are answered as dots',
    input: Nothing,
    output: z.object(settingGroups),
  }),
  saveSettings: post('/site/saveSettings', {
    access: 'settings.edit',
    does: 'Save one group of settings',
    input: z.object({ group: Group, values: Values }),
    output: Nothing,
  }),
  trySettings: post('/site/trySettings', {
    access: 'settings.edit',
    does: 'Try a group of settings without saving it; answers what is wrong',
    input: z.object({ group: Group, values: Values }),
    output: z.object({ works: z.boolean(), problem: Text.optional() }),
  }),
  setup: get('/site/setup', {
    access: 'settings.edit',
    does: 'How far the setup of the first start is; it is open on an empty installation, and once begun until it is closed',
    input: Nothing,
    output: z.object({ open: z.boolean(), done: z.array(SetupStep), skipped: z.array(SetupStep) }),
  }),
  saveSetup: post('/site/saveSetup', {
    access: 'settings.edit',
    does: 'Note that a step of the setup is done or skipped, or close the setup',
    input: z.object({ step: SetupStep.optional(), state: z.enum(['done', 'skipped']).default('done'), close: Flag.optional() }),
    output: Nothing,
  }),
  doors: get('/site/doors', {
    access: 'public',
    does: 'Which ways to sign in are open',
    input: Nothing,
    output: z.object({
      forgotPassword: z.boolean(),
      scan: z.boolean(),
      passkeys: z.boolean(),
      /** Clients for which there is an installer. */
      clients: z.array(Client),
      handOff: z.boolean(),
      /** The display name; absent where the provider is disabled. */
      identityProvider: Text.optional(),
      messagingApp: Text.optional(),
      enterpriseChat: Text.optional(),
    }),
  }),
};
