import { WalletPicture } from '@/ui/illustration';
import { useWords, type Word } from '../../i18n';
import { Kbd } from '../../ui/kbd';

const keys: [string[], Word][] = [
  [['J', 'K'], 'keys.move'],
  [['A'], 'cash.keys.accept'],
  [['R'], 'cash.keys.refuse'],
  [['/'], 'cash.keys.find'],
  [['Esc'], 'keys.back'],
];

/** While the cursor is on no row: what to do, and with which keys. */
export function Nothing() {
  const { say } = useWords();
  return (
    <aside aria-label={say('cash.nothing.title')} className="flex w-[420px] shrink-0 flex-col items-center justify-center border-l border-line bg-surface px-8 text-center max-md:hidden">
      <WalletPicture />
      <h2 className="mt-5 text-h3 font-semibold">{say('cash.nothing.title')}</h2>
      <p className="mt-1 text-ink-2">{say('cash.nothing.text')}</p>
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
    </aside>
  );
}
