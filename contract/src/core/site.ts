import { z } from 'zod';
import { get, post } from './route.ts';
import { Nothing, Text } from './shapes.ts';
import { Client, type SettingGroup, settingGroups } from './site-settings.ts';

const Group = z.enum(Object.keys(settingGroups) as [SettingGroup, ...SettingGroup[]]);
const Values = z.record(z.string(), z.unknown());

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
