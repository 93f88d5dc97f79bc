import { isIP } from 'node:net';
import { codes } from '@dossier/contract/codes';
import type { Lang } from '@dossier/contract/shapes';
import type { SettingsOf } from '@dossier/contract/site-settings';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { settingsOf } from '../site/settings.ts';
import { text as cn, type Texts } from './text/cn.ts';
import { text as en } from './text/en.ts';
import { text as es } from './text/es.ts';
import { text as ja } from './text/ja.ts';

const texts: Record<Lang, Texts> = { cn, en, es, ja };

/** Where passkeys are good: for this host, on pages of this origin. */
export interface PasskeyPlace {
  host: string;
  origin: string;
}

function placeOf(address: string): PasskeyPlace | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, origin } = new URL(address);
  return { host: hostname, origin };
}

/** The place that passkeys are made for: as the site sets it, otherwise as the caller knows it. 2020 where this door is closed. */
export async function needPasskeyPlace(ctx: Pick<Ctx, 'db' | 'origin'>): Promise<PasskeyPlace> {
  const { enabled, siteAddress } = await settingsOf(ctx.db, 'passkeys');
  if (!enabled) throw new Refusal(codes.loginModelOff);
  const place = placeOf(siteAddress || ctx.origin);
  if (place === undefined) throw new Refusal(codes.invalidParams);
  return place;
}

// browsers make passkeys on safe pages of a host that has a name, and on the machine itself
const isLocal = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/** What keeps browsers from making passkeys at the address of the site, in a sentence. */
export async function tryPasskeys(ctx: Ctx, values: unknown): Promise<string | undefined> {
  const { siteAddress } = values as SettingsOf<'passkeys'>;
  const here = placeOf(ctx.origin);
  const place = siteAddress === '' ? here : placeOf(siteAddress);
  const words = texts[ctx.user.lang];
  const said = (key: keyof Texts): string =>
    words[key].replace('{address}', place?.origin ?? ctx.origin).replace('{here}', here?.origin ?? ctx.origin);
  if (place === undefined) return said('noAddress');
  if (isIP(place.host.replace(/^\[|\]$/g, '')) !== 0) return said('numbers');
  if (!place.origin.startsWith('https:') && !isLocal(place.host)) return said(siteAddress === '' ? 'notSafeHere' : 'notSafe');
  return here?.host === place.host ? undefined : said('elsewhere');
}
