/** The folder of the assets that PDF.js loads while rendering: character maps, fonts, decoders, colour profiles, annotation icons. */
export const pdfAssets = '/pdfjs';
