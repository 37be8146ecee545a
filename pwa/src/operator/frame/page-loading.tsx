import { Spinner } from '@/ui/spinner';

/** Shown if the code of a page takes long to load. */
export function PageLoading() {
  return (
    <div className="grid min-w-0 flex-1 place-items-center text-ink-2">
      <Spinner className="size-6" />
    </div>
  );
}
