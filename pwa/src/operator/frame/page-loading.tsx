import { Spinner } from '@/ui/spinner';

/** Shown while the code of a page is loading for a long time. */
export function PageLoading() {
  return (
    <div className="grid min-w-0 flex-1 place-items-center text-ink-2">
      <Spinner className="size-6" />
    </div>
  );
}
