import { RefreshCw } from 'lucide-react';
import { useWords } from '../i18n';
import { SmallButton } from './small-button';

/** Says that a list could not be loaded, with a button to try again. */
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
