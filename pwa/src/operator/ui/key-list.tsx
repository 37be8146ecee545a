import { useWords, type Word } from '../i18n';
import { Kbd } from './kbd';

export type KeyUse = [names: string[], what: Word];

/** Which keys do what; to whoever has some. */
export function KeyList({ keys }: { keys: KeyUse[] }) {
  const { say } = useWords();
  return (
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
  );
}
