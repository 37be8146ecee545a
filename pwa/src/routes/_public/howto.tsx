import { createFileRoute } from '@tanstack/react-router';
import { HowtoPage } from '@/features/content/howto-page';
import { parseTopic, type Topic } from '@/features/content/topics';
import { showSheet } from '@/nav/sheets';
import { PublicHead } from '@/shell/public-shell';

interface HowtoSearch {
  /** The topic whose video the sheet shows. */
  topic?: Topic;
}

export const Route = createFileRoute('/_public/howto')({
  validateSearch: (search: Record<string, unknown>): HowtoSearch => {
    const topic = parseTopic(search.topic);
    return topic ? { topic } : {};
  },
  component: HowtoRoute,
});

function HowtoRoute() {
  return (
    <>
      <PublicHead />
      <div className="px-4 pt-2">
        <HowtoPage onOpen={(topic) => showSheet('howto', { topic })} />
      </div>
    </>
  );
}
