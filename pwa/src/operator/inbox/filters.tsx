import { useId } from 'react';
import { useWords } from '../i18n';
import { useStore } from '@/data/kit/useStore';
import { inboxStore, setFilter } from './inbox';
import type { Filter } from './list';

const filters: Filter[] = ['open', 'mine', 'closed'];

/** Which conversations: native radios, so arrows and names come with them. */
export function Filters() {
  const { say } = useWords();
  const { filter } = useStore(inboxStore);
  const name = useId();
  return (
    <fieldset className="mt-2.5 flex gap-2">
      <legend className="sr-only">{say('inbox.show')}</legend>
      {filters.map((value) => (
        <label
          key={value}
          className="press tap grid min-h-9 cursor-pointer place-items-center rounded-[12px] bg-surface px-3 font-medium whitespace-nowrap shadow-e1 has-checked:bg-ink has-checked:font-semibold has-checked:text-bg has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={value === filter}
            onChange={() => setFilter(value)}
          />
          {say(`inbox.filter.${value}`)}
        </label>
      ))}
    </fieldset>
  );
}
