import { createFileRoute, redirect } from '@tanstack/react-router';
import { readFirst } from '@/data/engine/live/live';
import { listQuery } from '@/data/engine/pages/pages';
import { homeQuery } from '@/data/engine/home/home';
import { kinds, type StatementKind } from '@/data/domains/statement/kinds';
import { statementQuery } from '@/data/domains/statement/use-statement';
import { StatementPage } from '@/features/statement/statement-page';
import { codeText } from '@/i18n/error-text';
import { toast } from '@/ui/toast';
import { useRestoredScroll } from '../-restored-scroll';
import { lineLink } from '../-line-link';

interface StatementSearch {
  page?: number;
  type?: StatementKind;
  /** 2026-11 */
  month?: string;
  /** Id of a line to mark and scroll to. */
  line?: string;
  /** Another app shared a file with this one: 1 if it was stored, 0 if it was no picture. */
  shared?: 0 | 1;
}

export const Route = createFileRoute('/user/statement/')({
  validateSearch: (search: Record<string, unknown>): StatementSearch => ({
    ...(Number(search.page) > 1 && { page: Math.floor(Number(search.page)) }),
    ...(isKind(search.type) && { type: search.type }),
    ...(isMonth(search.month) && { month: search.month }),
    ...(typeof search.line === 'string' && { line: search.line }),
    ...((search.shared === 0 || search.shared === 1) && { shared: search.shared }),
  }),
  beforeLoad: ({ search: { shared, ...search } }) => {
    if (shared === undefined) return;
    if (shared === 0) toast.error(codeText('SLIP_INVALID_FILE'));
    throw redirect({
      to: '/user/statement',
      search: shared === 1 ? { ...search, sheet: 'slips' } : search,
      replace: true,
    });
  },
  loaderDeps: ({ search: { page = 1, type: kind, month } }) => ({ page, kind, month }),
  loader: ({ deps: { page, ...filter } }) =>
    readFirst(statementQuery(page, filter), homeQuery, listQuery('slips')),
  component: StatementRoute,
});

function isKind(type: unknown): type is StatementKind {
  return kinds.some((kind) => kind === type);
}

/** Returns whether the value has the server's format of a month. Any other value means no filter. */
function isMonth(month: unknown): month is string {
  return typeof month === 'string' && /^2\d{3}-(0[1-9]|1[0-2])$/.test(month);
}

function StatementRoute() {
  const { page = 1, type: kind, month, line } = Route.useSearch();
  const navigate = Route.useNavigate();
  useRestoredScroll();
  return (
    <StatementPage
      page={page}
      filter={{ kind, month }}
      link={lineLink}
      onFilter={(filter) =>
        void navigate({ search: { type: filter.kind, month: filter.month }, resetScroll: false })
      }
      marked={line}
      onPage={(next, instead) =>
        void navigate({
          search: (search) => ({ ...search, page: next > 1 ? next : undefined, line: undefined }),
          replace: instead,
        })
      }
    />
  );
}
