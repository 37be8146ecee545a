import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '@/ui/cx';
import { groupPhone } from '@/ui/format/digits';
import { Spinner } from '@/ui/spinner';
import { trouble, useWords } from '../../i18n';
import { isSignedOut } from '../../session';
import { Kbd } from '../../ui/kbd';
import { findMembers } from '../calls';
import type { FoundMember } from '../wire';

/** A hand that types on is not asked for at every letter. */
const PAUSE_MS = 200;

interface MemberSearchProps {
  label: string;
  onPick: (member: FoundMember) => void;
  /** What to look for before anybody types. */
  first?: string;
  /** Said beneath: nobody was chosen yet. */
  error?: string;
  /** The label is heard only. */
  isQuiet?: boolean;
  /** The slash leads elsewhere right now. */
  noSlash?: boolean;
  /** What this field is for, to whoever has to lead there. */
  need?: string;
  className?: string;
}

/** A member by phone, id, account number or name. Arrows and Enter choose; the focus stays in the field. */
export function MemberSearch({
  label,
  onPick,
  first = '',
  error,
  isQuiet,
  noSlash,
  need,
  className,
}: MemberSearchProps) {
  const { say } = useWords();
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const { found, state } = useFound(text.trim() || first);
  const shown = isOpen && found ? found : undefined;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const pick = (member: FoundMember) => {
    setOpen(false);
    setText('');
    onPick(member);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && shown?.length) {
      event.preventDefault();
      setChosen((at) => Math.min(shown.length - 1, Math.max(0, at + step)));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const member = shown?.[chosen];
      if (member) pick(member);
    }
    if (event.key === 'Escape') setOpen(false);
  };
  return (
    <div
      className={cx('relative', className)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <label htmlFor={id} className={isQuiet ? 'sr-only' : 'mb-1 block text-ink-2'}>
        {label}
      </label>
      <div
        className={cx(
          'flex min-h-11 items-center gap-2 rounded-field border bg-surface px-3 focus-within:border-brand focus-within:outline-1 focus-within:outline-brand',
          error ? 'border-failed outline-1 outline-failed' : 'border-control',
        )}
      >
        <Search className="size-4.5 shrink-0 text-ink-2" aria-hidden="true" />
        <input
          id={id}
          data-find=""
          data-need={need}
          role="combobox"
          aria-expanded={shown !== undefined}
          aria-controls={`${id}-list`}
          aria-activedescendant={shown?.[chosen] && `${id}-${shown[chosen]._id}`}
          aria-autocomplete="list"
          aria-invalid={error ? true : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          placeholder={say('cash.findHint')}
          onFocus={() => setOpen(true)}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setOpen(true);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          className="min-h-10.5 w-full min-w-0 bg-transparent outline-none placeholder:text-ink-3"
        />
        {state === 'asking' && isOpen ? <Spinner className="size-4" /> : !noSlash && <Kbd>/</Kbd>}
      </div>
      {error && <p className="mt-1 font-medium text-failed">{error}</p>}
      {shown && (
        <div className="absolute inset-x-0 top-full z-20 mt-1.5 animate-fade overflow-clip rounded-button bg-raised shadow-e2">
          {shown.length === 0 && <p className="px-3.5 py-3 text-ink-2">{say('cash.noneFound')}</p>}
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={label}
            className="max-h-80 overflow-y-auto"
          >
            {shown.map((member, i) => (
              <div
                key={member._id}
                id={`${id}-${member._id}`}
                role="option"
                tabIndex={-1}
                aria-selected={i === chosen}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(member)}
                onKeyDown={() => {}}
                className={cx(
                  'cursor-pointer px-3.5 py-2',
                  i === chosen ? 'bg-brand-soft' : 'hover:bg-sunken',
                )}
              >
                <p className="flex justify-between gap-3">
                  <span className="min-w-0 truncate py-px font-semibold">{member.accountName}</span>
                  <span className="shrink-0">{member._id}</span>
                </p>
                <p className="text-micro">
                  {member.bankCode} {member.accountNo} · {groupPhone(member.phone)}
                </p>
              </div>
            ))}
          </div>
        </div>
      )}
      {isOpen && state !== 'asking' && state !== 'known' && (
        <p className="mt-1 text-failed">{trouble(state)}</p>
      )}
    </div>
  );
}

type Found = { found: FoundMember[] | undefined; state: 'asking' | 'known' | Error };

function useFound(query: string): Found {
  const [answer, setAnswer] = useState<{ query: string; found?: FoundMember[]; error?: Error }>();
  useEffect(() => {
    if (query === '') return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      findMembers(query, stop.signal).then(
        (found) => !stop.signal.aborted && setAnswer({ query, found }),
        (error: unknown) =>
          !stop.signal.aborted && !isSignedOut(error) && setAnswer({ query, error: error as Error }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query]);
  if (query === '') return { found: undefined, state: 'known' };
  if (answer?.query !== query) return { found: undefined, state: 'asking' };
  return { found: answer.found, state: answer.error ?? 'known' };
}
