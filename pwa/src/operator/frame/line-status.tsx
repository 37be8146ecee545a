import { WifiOff } from 'lucide-react';
import { useLate } from '@/ui/use-late';
import { useWords } from '../i18n';
import { useLine } from '../live/desk';

/** A line that comes back at once is not worth a word. */
const PATIENCE_MS = 1_500;

/** Said as long as news do not come by themselves. */
export function LineStatus() {
  const { say } = useWords();
  const isLate = useLate(!useLine(), PATIENCE_MS);
  return (
    <p role="status" data-testid="line">
      {isLate && (
        <span className="flex min-h-6 animate-fade items-center gap-1.5 rounded-chip bg-pending-soft px-2 text-micro font-semibold text-pending">
          <WifiOff className="size-3.5" strokeWidth={2.4} aria-hidden="true" />
          {say('line.reconnecting')}
        </span>
      )}
    </p>
  );
}
