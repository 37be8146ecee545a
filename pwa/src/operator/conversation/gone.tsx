import { useWords } from '../i18n';
import { closeConversation } from '../place';
import { SmallButton } from '../ui/small-button';

/** A guest who signed in took the conversation along. */
export function Gone() {
  const { say } = useWords();
  return (
    <div role="status" className="flex flex-1 flex-col items-center justify-center gap-1 px-8 text-center">
      <h3 className="text-h3 font-semibold">{say('gone.title')}</h3>
      <p className="max-w-80 text-ink-2">{say('gone.text')}</p>
      <SmallButton className="mt-4" onClick={closeConversation}>
        {say('gone.back')}
      </SmallButton>
    </div>
  );
}
