import { RefreshCw } from 'lucide-react';
import { useWords } from '../i18n';
import { SmallButton } from './small-button';

/** A list that could not be loaded, and the way to try again. */
export function ListFailed({ again }: { again: () => Promise<unknown> }) {
  const { say } = useWords();
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-10 text-center text-ink-2">
      {say('inbox.failed')}
      <SmallButton icon={RefreshCw} onClick={() => void again()}>
        {say('again')}
      </SmallButton>
    </div>
  );
}
