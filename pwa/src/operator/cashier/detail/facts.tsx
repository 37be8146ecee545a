import { Check, CircleHelp, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyIcon } from '@/ui/copy-button';
import { useWords } from '../../i18n';
import type { Fit } from '../compare';

export interface FactLine {
  name: string;
  value: ReactNode;
  /** What copying it puts on the clipboard. */
  copy?: string;
}

/** Facts in two columns, a seam between each two. */
export function Facts({ lines }: { lines: readonly (FactLine | false | undefined)[] }) {
  const { say } = useWords();
  return (
    <dl>
      {lines.map(
        (line) =>
          line && (
            <div
              key={line.name}
              className="flex min-h-11 items-center justify-between gap-4 border-b border-line py-1.5 last:border-0"
            >
              <dt className="shrink-0 text-ink-2">{line.name}</dt>
              <dd className="flex min-w-0 items-center gap-1 text-right font-medium break-words">
                <span className="min-w-0">{line.value}</span>
                {line.copy && <CopyIcon text={line.copy} label={say('cash.copy', { name: line.name })} />}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

export interface CompareLine {
  name: string;
  told: ReactNode;
  ours: ReactNode;
  /** Absent where they are meant to differ. */
  fit?: Fit;
}

interface CompareProps {
  /** What the left column is: the slip, the transfer, where it goes. */
  told: string;
  lines: readonly CompareLine[];
}

/** What came from outside beside our record, row by row. */
export function Compare({ told, lines }: CompareProps) {
  const { say } = useWords();
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <colgroup>
        <col className="w-19" />
        <col />
        <col />
        <col className="w-8" />
      </colgroup>
      <thead className="text-micro text-ink-2">
        <tr className="border-b border-line">
          <th scope="col" className="py-1.5">
            <span className="sr-only">{say('cash.compare.what')}</span>
          </th>
          <th scope="col" className="py-1.5 pr-2 font-medium">
            {told}
          </th>
          <th scope="col" className="py-1.5 pr-2 font-medium">
            {say('cash.compare.ours')}
          </th>
          <th scope="col">
            <span className="sr-only">{say('cash.compare.fit')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, told: value, ours, fit }) => (
          <tr key={name} className="border-b border-line align-top last:border-0">
            <th scope="row" className="py-2 pr-2 font-normal text-ink-2">
              {name}
            </th>
            <td className="py-2 pr-2 break-words">{value}</td>
            <td className="py-2 pr-2 break-words">{ours}</td>
            <td className="py-2 text-right">{fit && <Mark fit={fit} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Mark({ fit }: { fit: Fit }) {
  const { say } = useWords();
  const { icon: Icon, look } = {
    fits: { icon: Check, look: 'text-in' },
    differs: { icon: TriangleAlert, look: 'text-failed' },
    unsure: { icon: CircleHelp, look: 'text-pending' },
  }[fit];
  return (
    <span data-fit={fit}>
      <Icon className={`ml-auto size-5 ${look}`} strokeWidth={2.2} aria-hidden="true" />
      <span className="sr-only">{say(`cash.fit.${fit}`)}</span>
    </span>
  );
}
