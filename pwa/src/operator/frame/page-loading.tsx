import { Spinner } from '@/ui/spinner';

/** While the code of a page is on its way for long. */
export function PageLoading() {
  return (
    <div className="grid min-w-0 flex-1 place-items-center text-ink-2">
      <Spinner className="size-6" />
    </div>
  );
}
