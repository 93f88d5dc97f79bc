import { addresses } from '@dossier/contract/addresses';
import { session } from '@dossier/contract/session';
import { serve, serveSlow, type Served } from '../../ground/http/serve.ts';
import { createSegment, deleteSegment, listSegments, tryAddress, updateSegment } from './address-segments.ts';
import { checkCaptcha, initCaptcha } from './captcha.ts';

export const guardRoutes: Served[] = [
  serveSlow(session.captcha, initCaptcha),
  serve(session.checkCaptcha, checkCaptcha),
  serve(addresses.segments, listSegments),
  serve(addresses.createSegment, createSegment),
  serve(addresses.updateSegment, updateSegment),
  serve(addresses.deleteSegment, deleteSegment),
  serve(addresses.tryAddress, tryAddress),
];
