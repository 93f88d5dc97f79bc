/** Where the build puts what PDF.js loads while it draws: character maps, fonts, decoders, colour profiles. */
export const pdfAssets = '/pdfjs';

/** The folders of pdfjs-dist that are copied there. */
export const pdfAssetFolders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'] as const;
