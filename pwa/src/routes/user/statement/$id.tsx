import { createFileRoute, Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import { lineQuery } from '@/data/domains/statement/use-line';
import { readFirst } from '@/data/engine/live/live';
import { resourceQuery } from '@/data/engine/resources/use-resource';
import { addToDraft } from '@/features/chat/draft';
import { LinePage } from '@/features/statement/line/line-page';
import { showSheet } from '@/nav/sheets';
import { useAppName } from '@/shell/app-name';
import { buttonClass } from '@/ui/button';

export const Route = createFileRoute('/user/statement/$id')({
  // The withdrawal that the cancel sheet is about.
  validateSearch: ({ line }: Record<string, unknown>): LineSearch => ({
    ...(typeof line === 'string' && { line }),
  }),
  loader: ({ params: { id } }) => readFirst(lineQuery(id), resourceQuery('line', id)),
  component: LineRoute,
});

interface LineSearch {
  line?: string;
}

function LineRoute() {
  const { id } = Route.useParams();
  const { history } = useRouter();
  const navigate = Route.useNavigate();
  const canGoBack = useCanGoBack();
  return (
    <LinePage
      key={id}
      id={id}
      appName={useAppName()}
      listLink={(words) => (
        <Link to="/user/statement" className={buttonClass('tonal')}>
          {words}
        </Link>
      )}
      // Goes back to the list at its old position. If the user came by a link from elsewhere, opens the
      // list's first page.
      onBack={() => (canGoBack ? history.back() : void navigate({ to: '/user/statement' }))}
      onAsk={(words) => {
        addToDraft(words);
        showSheet('chat');
      }}
    />
  );
}
