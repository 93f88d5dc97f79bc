import { readDrawing, type Drawing } from '@dossier/contract/drawing-file';
import { useQuery } from '@tanstack/react-query';
import { readBytes } from '../../ground/call.ts';

/** A drawing, as large as it is when it is unpacked. */
async function fetchDrawing(look: string, signal: AbortSignal): Promise<Drawing> {
  const packed = await readBytes(`/look/drawing/${look}`, signal);
  const unpacked = packed.stream().pipeThrough(new DecompressionStream('gzip'));
  return readDrawing(await new Response(unpacked).arrayBuffer());
}

/** The drawing that a look opens. */
export const useDrawing = (look: string) =>
  useQuery({
    queryKey: ['drawing', look],
    queryFn: ({ signal }) => fetchDrawing(look, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: 1,
  });
