import { looks } from '@dossier/contract/looks';
import { watermarks } from '@dossier/contract/watermarks';
import { serve, serveSlow, type Served } from '../../ground/http/serve.ts';
import { lookMark, showFirstMark, showMark, showSecondMark } from './answer-mark.ts';
import { createWatermark, deleteWatermark, sortWatermarks, updateWatermark } from './change-watermarks.ts';
import { listWatermarks } from './list-watermarks.ts';
import { showSample } from './show-sample.ts';

export const watermarkRoutes: Served[] = [
  serve(watermarks.list, listWatermarks),
  serve(watermarks.create, createWatermark),
  serve(watermarks.update, updateWatermark),
  serve(watermarks.sort, sortWatermarks),
  serve(watermarks.delete, deleteWatermark),
  serveSlow(watermarks.sample, showSample),
  serve(watermarks.ofDocument, showMark),
  serve(watermarks.first, showFirstMark),
  serve(watermarks.second, showSecondMark),
  serve(looks.mark, lookMark),
];
