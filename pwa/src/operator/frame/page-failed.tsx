import { useRouter } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { trouble, useWords } from '../i18n';
import { SmallButton } from '../ui/small-button';

/** In place of a page that could not be loaded, or that failed. The others work on, with what is typed in them. */
export function PageFailed({ error }: { error: unknown }) {
  const { say } = useWords();
  const router = useRouter();
  return (
    <div
      role="alert"
      className="flex min-w-0 flex-1 flex-col items-center justify-center gap-3 px-6 text-center text-ink-2"
    >
      {trouble(error)}
      <SmallButton icon={RefreshCw} onClick={() => void router.invalidate()}>
        {say('again')}
      </SmallButton>
    </div>
  );
}
