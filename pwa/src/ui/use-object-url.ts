import { useEffect, useState } from 'react';

/** An address for bytes on this phone, for as long as the component is shown. One source for its lifetime. */
export function useObjectUrl(source: Blob | undefined): string | undefined {
  const [url] = useState(() => source && URL.createObjectURL(source));
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
}
