import type { ReactNode } from 'react';
import { PickFile } from '@/ui/pick-file';

/** The types that the server accepts. For an input with these types iOS converts its own format to JPEG. */
const ACCEPT = 'image/jpeg,image/png,image/webp';

interface PickPictureProps {
  onPicked: (file: File) => void;
  children: (pick: () => void) => ReactNode;
}

/** Opens the phone's gallery or camera for a slip. */
export function PickPicture(props: PickPictureProps) {
  return <PickFile accept={ACCEPT} testId="slip-file" {...props} />;
}
