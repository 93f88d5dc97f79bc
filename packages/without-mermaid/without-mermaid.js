/** Refused: Excalidraw then pastes the text as it is. */
export async function parseMermaidToExcalidraw() {
  throw new Error('Mermaid texts are not converted');
}
