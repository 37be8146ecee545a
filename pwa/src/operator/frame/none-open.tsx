import { ChatPicture } from '@/ui/chat-picture';
import { useWords, type Word } from '../i18n';
import { Kbd } from '../ui/kbd';

const keys: [string[], Word][] = [
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
    <section aria-label={say('none.title')} className="flex min-w-0 flex-1 flex-col items-center justify-center overflow-y-auto px-8 py-6 text-center max-md:hidden">
      <ChatPicture />
      <h2 className="mt-5 text-h3 font-semibold">{say('none.title')}</h2>
      <p className="mt-1 text-ink-2">{say('none.text')}</p>
      <dl className="mt-6 grid grid-cols-[auto_auto] gap-x-4 gap-y-2.5 text-left text-ink-2 pointer-coarse:hidden">
        {keys.map(([names, what]) => (
          <div key={what} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="flex justify-end gap-1.5">
              <span className="sr-only">{names.join(', ')}</span>
              {names.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </dt>
            <dd>{say(what)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
