import { useEffect, useState } from 'react';

/** Returns a URL for data on this phone, valid while the component is mounted. The source must not change. */
export function useObjectUrl(source: Blob | undefined): string | undefined {
  const [url] = useState(() => source && URL.createObjectURL(source));
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
}
