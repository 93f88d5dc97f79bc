import { useEffect, useState } from 'react';

/** The address of a picture in memory, given back when another one is shown. */
export function usePictureUrl(picture: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url;
}
