import { KEYS, labelsOf, type KeyName } from '../frame/keys';
import { useTexts } from '../i18n';
import { Keys } from './kbd';

/** A list of keys and their effects; hidden on touch screens. */
export function KeyList({ keys }: { keys: readonly KeyName[] }) {
  const { t } = useTexts();
  return (
    <dl className="mt-6 grid grid-cols-[auto_auto] gap-x-4 gap-y-2.5 text-left text-ink-2 pointer-coarse:hidden">
      {keys.map((name) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid items-center">
          <dt className="flex justify-end gap-1.5">
            <span className="sr-only">{labelsOf(name).join(', ')}</span>
            <Keys of={name} />
          </dt>
          <dd>{t(KEYS[name].does)}</dd>
        </div>
      ))}
    </dl>
  );
}
