import { ChatPicture } from '@/ui/chat-picture';
import { useWords } from '../i18n';
import { KeyList, type KeyUse } from '../ui/key-list';

const keys: KeyUse[] = [
  [['J', 'K'], 'keys.move'],
  [['Enter'], 'keys.open'],
  [['R'], 'keys.reply'],
  [['/'], 'keys.canned'],
  [['A'], 'keys.take'],
  [['C'], 'keys.close'],
  [['Esc'], 'keys.back'],
];

/** Before one is chosen: what to do, and with which keys. */
export function NoneOpen() {
  const { say } = useWords();
  return (
    <section
      aria-label={say('none.title')}
      className="flex min-w-0 flex-1 flex-col items-center justify-center overflow-y-auto px-8 py-6 text-center max-md:hidden"
    >
      <ChatPicture />
      <h2 className="mt-5 text-h3 font-semibold">{say('none.title')}</h2>
      <p className="mt-1 text-ink-2">{say('none.text')}</p>
      <KeyList keys={keys} />
    </section>
  );
}
