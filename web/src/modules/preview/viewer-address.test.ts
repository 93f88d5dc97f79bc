import { describe, expect, test } from 'vitest';
import { viewerAddress, viewerOf } from './viewer-address.ts';

describe('viewerOf', () => {
  test.each([
    ['pdf', 'pdf'],
    ['PDF', 'pdf'],
    ['xlsx', 'sheet'],
    ['csv', 'sheet'],
    ['fods', 'sheet'],
    ['jpeg', 'picture'],
    ['svg', 'picture'],
    ['heic', 'picture'],
    ['tiff', 'page'],
    ['tif', 'page'],
    ['dwg', 'drawing'],
    ['ocf', 'drawing'],
    ['mp4', 'video'],
    ['webm', 'video'],
    ['mov', 'video'],
    ['avi', 'video'],
    ['mkv', 'video'],
    ['wma', 'audio'],
    ['ts', 'page'],
    ['mp3', 'audio'],
    ['flac', 'audio'],
    ['docx', 'page'],
    ['et', 'page'],
    ['m4a', 'audio'],
    ['java', 'page'],
    ['', 'page'],
    [undefined, 'page'],
    ['constructor', 'page'],
  ])('%s opens in %s', (ext, viewer) => expect(viewerOf(ext)).toBe(viewer));
});

describe('viewerAddress', () => {
  test('carries the revision and the keyword only where given', () => {
    expect(viewerAddress('pdf', { id: '7' })).toBe('/pdfViewer?id=7');
    expect(viewerAddress('page', { id: '7', currentRev: '9', keyword: '合同 & 付款' })).toBe(
      '/docpreview?id=7&currentRev=9&keyword=%E5%90%88%E5%90%8C+%26+%E4%BB%98%E6%AC%BE',
    );
  });

  test('marks extensions that are usually shown as PDF', () => {
    expect(viewerAddress('page', { id: '7', ext: 'DOCX' })).toBe('/docpreview?id=7#pdf');
    expect(viewerAddress('page', { id: '7', ext: 'md' })).toBe('/docpreview?id=7');
  });
});
