import type { ReactNode } from 'react';
import { PickFile } from '@/ui/pick-file';

/** What the server takes; iOS turns its own format into JPEG for such an input. */
const ACCEPT = 'image/jpeg,image/png,image/webp';

interface PickPictureProps {
  onPicked: (file: File) => void;
  children: (pick: () => void) => ReactNode;
}

/** Opens the phone's gallery or camera for a slip. */
export function PickPicture(props: PickPictureProps) {
  return <PickFile accept={ACCEPT} testId="slip-file" {...props} />;
}
