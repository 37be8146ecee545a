import { WalletPicture } from '@/ui/illustration';
import { useWords } from '../../i18n';
import { KeyList, type KeyUse } from '../../ui/key-list';

const keys: KeyUse[] = [
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
    <aside
      aria-label={say('cash.nothing.title')}
      className="flex w-[420px] shrink-0 flex-col items-center justify-center border-l border-line bg-surface px-8 text-center max-md:hidden"
    >
      <WalletPicture />
      <h2 className="mt-5 text-h3 font-semibold">{say('cash.nothing.title')}</h2>
      <p className="mt-1 text-ink-2">{say('cash.nothing.text')}</p>
      <KeyList keys={keys} />
    </aside>
  );
}
