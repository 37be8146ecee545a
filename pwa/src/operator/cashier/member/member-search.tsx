import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { BankMark } from '@/ui/bank-tile';
import { cx } from '@/ui/cx';
import { groupPhone } from '@/ui/format/digits';
import { Spinner } from '@/ui/spinner';
import { errorTextOf, useTexts } from '../../i18n';
import { isSessionExpired } from '../../session';
import { isKey, pressIndex } from '../../frame/keys';
import { Keys } from '../../ui/kbd';
import { findMembers } from '../calls';
import { lineText } from '../texts';
import type { FoundMember } from '../wire';
import { cleanLine } from '@/data/kit/typed/written';
import { lineReading } from '@/ui/line-reading';
import { useFormatted } from '@/ui/use-formatted';

/** The pause in typing before the search. */
const PAUSE_MS = 200;

interface MemberSearchProps {
  label: string;
  onPick: (member: FoundMember) => void;
  /** The search text before anything is typed. */
  first?: string;
  /** The error shown below: no member was chosen. */
  error?: string;
  /** The label is only for screen readers. */
  isQuiet?: boolean;
  /**
   * True for the page's own search. It has the focus when the page opens, and letters typed outside fields
   * are added to it.
   */
  isOfPage?: boolean;
  /** The name of the server's field that the search fills, so that the focus can move to it. */
  need?: string;
  className?: string;
}

/**
 * Finds a member by phone, id, account number or name. Arrows and Enter select; the focus stays in the field.
 */
export function MemberSearch({
  label,
  onPick,
  first = '',
  error,
  isQuiet,
  isOfPage,
  need,
  className,
}: MemberSearchProps) {
  const { t } = useTexts();
  const id = useId();
  const { text, type, isOpen, open, close, shown, state, chosen, pick, list, onKeyDown } = useCombobox(
    first,
    onPick,
  );
  const { handlers } = useFormatted(lineReading.format, (event) => type(event.currentTarget.value), text);
  return (
    <div
      className={cx('relative', className)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
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
          data-reads={lineReading.kind}
          data-page-search={isOfPage ? '' : undefined}
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
          placeholder={t('cash.findHint')}
          {...handlers}
          onFocus={(event) => {
            handlers.onFocus(event);
            open();
          }}
          onKeyDown={onKeyDown}
          className="min-h-10.5 w-full min-w-0 bg-transparent outline-none placeholder:text-ink-3"
        />
        {state === 'loading' && isOpen ? <Spinner className="size-4" /> : isOfPage && <Keys of="find" />}
      </div>
      {error && <p className="mt-1 font-medium text-failed">{error}</p>}
      {shown && <FoundList {...{ id, label, list, shown, chosen, pick }} />}
      {isOpen && state !== 'loading' && state !== 'known' && (
        <p className="mt-1 text-failed">{errorTextOf(state)}</p>
      )}
    </div>
  );
}

/**
 * Returns the state of the field and its list. The list is closed, loading, or shown. `chosen` is the row
 * that Enter selects. A selection closes the list and clears the field.
 */
function useCombobox(first: string, onPick: (member: FoundMember) => void) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const { found, state } = useFound(cleanLine(text) || first);
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
  const type = (next: string) => {
    setText(next);
    setOpen(true);
    setChosen(0);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const arrow = pressIndex('choose', event.nativeEvent);
    if (arrow >= 0 && shown?.length) {
      event.preventDefault();
      setChosen((at) => Math.min(shown.length - 1, Math.max(0, at + (arrow === 0 ? 1 : -1))));
    }
    if (isKey('pick', event.nativeEvent)) {
      event.preventDefault();
      const member = shown?.[chosen];
      if (member) pick(member);
    }
    if (isKey('back', event.nativeEvent)) setOpen(false);
  };
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  return { text, type, isOpen, open, close, shown, state, chosen, pick, list, onKeyDown };
}

interface FoundListProps {
  /** The field's id. The ids of the list and its rows are derived from it. */
  id: string;
  label: string;
  list: RefObject<HTMLDivElement | null>;
  shown: FoundMember[];
  chosen: number;
  pick: (member: FoundMember) => void;
}

/** The members found, below the field. */
function FoundList({ id, label, list, shown, chosen, pick }: FoundListProps) {
  const { t } = useTexts();
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1.5 animate-fade overflow-clip rounded-button bg-raised shadow-e2">
      {shown.length === 0 && <p className="px-3.5 py-3 text-ink-2">{t('cash.noneFound')}</p>}
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
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(member)}
            onKeyDown={() => {}}
            className={cx('cursor-pointer px-3.5 py-2', i === chosen ? 'bg-brand-soft' : 'hover:bg-sunken')}
          >
            <p className="flex justify-between gap-3">
              <span className="min-w-0 truncate py-px font-semibold">
                <bdi>{member.accountName}</bdi>
              </span>
              <span className="shrink-0">{member._id}</span>
            </p>
            <p className="text-micro">
              <BankMark
                code={member.bankCode}
                className="mr-1.5 inline-block size-4 rounded-[4px] align-[-3px]"
              />
              {member.bankCode} {member.accountNo} · {groupPhone(member.phone)}
            </p>
            {member.line && <p className="mt-1 text-small text-ink-2">{lineText(member.line)}</p>}
          </div>
        ))}
      </div>
    </div>
  );
}

type Found = { found: FoundMember[] | undefined; state: 'loading' | 'known' | Error };

/** Searches for members on the server. Drops responses to earlier queries. */
function useFound(query: string): Found {
  const [result, setResult] = useState<{ query: string; found?: FoundMember[]; error?: Error }>();
  useEffect(() => {
    if (query === '') return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      findMembers(query, stop.signal).then(
        (found) => !stop.signal.aborted && setResult({ query, found }),
        (error: unknown) =>
          !stop.signal.aborted && !isSessionExpired(error) && setResult({ query, error: error as Error }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query]);
  if (query === '') return { found: undefined, state: 'known' };
  if (result?.query !== query) return { found: undefined, state: 'loading' };
  return { found: result.found, state: result.error ?? 'known' };
}
