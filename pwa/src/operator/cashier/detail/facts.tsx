import { Check, CircleHelp, TriangleAlert } from 'lucide-react';
import { bankMarks } from '@/ui/bank-marks';
import { BankMark } from '@/ui/bank-tile';
import { CopyIcon } from '@/ui/copy-button';
import { useTexts } from '../../i18n';
import type { Fact, Verdict } from '../wire';
import { factName, valueText } from '../texts';

/** Facts in two columns, with separators. */
export function ItemFacts({ facts, currency }: { facts: readonly Fact[]; currency: string }) {
  const { t } = useTexts();
  return (
    <dl>
      {facts.map((fact) => {
        const { code, type, value } = fact;
        const isCopied = type === 'copy' || type === 'reference';
        return (
          <div
            key={code}
            className="flex min-h-11 items-center justify-between gap-4 border-b border-line py-1.5 last:border-0"
          >
            <dt className="shrink-0 text-ink-2">{factName(code)}</dt>
            <dd className="flex min-w-0 items-center gap-1 text-right font-medium break-words">
              <span className={type === 'reference' ? 'min-w-0 text-micro break-all' : 'min-w-0'}>
                <Bank of={code} code={value} />
                <bdi className="whitespace-pre-wrap">{valueText(fact, value, currency)}</bdi>
              </span>
              {isCopied && <CopyIcon text={value} label={t('cash.copy', { name: factName(code) })} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A bank's picture, shown before its code. */
function Bank({ of, code }: { of: string; code: string }) {
  if (of !== 'bank' || !Object.hasOwn(bankMarks, code)) return null;
  return <BankMark code={code} className="mr-1.5 inline-block size-5 rounded-[5px] align-[-5px]" />;
}

interface VerdictsProps {
  verdicts: readonly Verdict[];
  currency: string;
  /** The heading of the left column: the slip, the payer, the payee. */
  heading: string;
}

/** Shows external data next to our record, row by row, with the server's verdicts. */
export function Verdicts({ verdicts, currency, heading }: VerdictsProps) {
  const { t } = useTexts();
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
            <span className="sr-only">{t('cash.compare.what')}</span>
          </th>
          <th scope="col" className="py-1.5 pr-2 font-medium">
            {heading}
          </th>
          <th scope="col" className="py-1.5 pr-2 font-medium">
            {t('cash.compare.ours')}
          </th>
          <th scope="col">
            <span className="sr-only">{t('cash.compare.fit')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {verdicts.map((verdict) => (
          <tr key={verdict.code} className="border-b border-line align-top last:border-0">
            <th scope="row" className="py-2 pr-2 font-normal text-ink-2">
              {factName(verdict.code)}
            </th>
            {[verdict.theirs, verdict.ours].map((value, i) => (
              <td key={i === 0 ? 'theirs' : 'ours'} className="py-2 pr-2 break-words">
                <Bank of={verdict.code} code={value} />
                <bdi>{valueText(verdict, value, currency) || t('cash.untold')}</bdi>
              </td>
            ))}
            <td className="py-2 text-right">{verdict.fits && <Mark fits={verdict.fits} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Mark({ fits }: { fits: NonNullable<Verdict['fits']> }) {
  const { t } = useTexts();
  const { icon: Icon, style } = {
    fits: { icon: Check, style: 'text-in' },
    differs: { icon: TriangleAlert, style: 'text-failed' },
    unsure: { icon: CircleHelp, style: 'text-pending' },
  }[fits];
  return (
    <span data-fit={fits}>
      <Icon className={`ml-auto size-5 ${style}`} strokeWidth={2.2} aria-hidden="true" />
      <span className="sr-only">{t(`cash.fit.${fits}`)}</span>
    </span>
  );
}
