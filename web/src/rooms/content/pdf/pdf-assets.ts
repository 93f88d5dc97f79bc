/** Where the build puts what PDF.js loads while it draws: character maps, fonts, decoders, colour profiles. */
export const pdfAssets = '/pdfjs';
