import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { webdav } from '@dossier/contract/webdav/devices';
import type { Context } from '../../platform/context.ts';
import { requireSiteOrigin } from '../../platform/settings/settings.ts';
import { findItem } from '../access/items.queries.ts';
import { requireItem } from '../access/require-items.ts';
import { currentWebdavSettings, mayUseWebdav } from './devices.ts';
import { hrefOf } from './protocol/messages.ts';
import { pathOf } from './protocol/resources.ts';
import { devicesOf } from './protocol/webdav.queries.ts';

/** The address by which a program on the caller's computer opens a document, or what stands in its way. */
export async function deskAddress(ctx: Context, { id }: ParsedOf<typeof webdav.address>): Promise<OutputOf<typeof webdav.address>> {
  const authorised = await requireItem(ctx, right.visible | right.read | right.download, id, objType.document);
  const { item, bits } = authorised;
  const at = { personId: ctx.user.id, organisationId: ctx.user.organisationId };
  const terms = await currentWebdavSettings(ctx.services);
  const isPublished = (await findItem(ctx.db, item.cabinet_id))?.publishing === 1;
  const readOnly = terms.access === 'read' || (bits & right.modify) === 0 || isPublished;
  const devices = (await devicesOf(ctx.db, at)).filter((device) => device.closed === 0).length;
  if (!terms.enabled) return { obstacle: 'off', readOnly, devices };
  if (!(await mayUseWebdav(ctx.db, terms, at))) return { obstacle: 'person', readOnly, devices };
  const path = await pathOf(ctx, terms, item);
  if (path === undefined) return { obstacle: 'area', readOnly, devices };
  return { url: `${await requireSiteOrigin(ctx)}${hrefOf(path, false)}`, readOnly, devices };
}
