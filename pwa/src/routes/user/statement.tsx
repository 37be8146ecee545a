import { createFileRoute, redirect } from '@tanstack/react-router';
import { StatementPage } from '@/features/statement/statement-page';
import { codeText } from '@/i18n/error-text';
import { toast } from '@/ui/toast';

interface StatementSearch {
  page?: number;
  /** A line to show: it is marked, and scrolled to. */
  line?: string;
  /** Another app shared a picture into this one: 1 it was taken in, 0 it was no picture. */
  shared?: 0 | 1;
}

export const Route = createFileRoute('/user/statement')({
  validateSearch: (search: Record<string, unknown>): StatementSearch => ({
    ...(Number(search.page) > 1 && { page: Math.floor(Number(search.page)) }),
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
  component: StatementRoute,
});

function StatementRoute() {
  const { page = 1, line } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <StatementPage
      page={page}
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
