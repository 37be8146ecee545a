import { createFileRoute, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { readFirst } from '@/data/engine/live/live';
import { resourceQuery } from '@/data/engine/resources/use-resource';
import { requireSession } from '@/shell/guards';
import { prefetchLookups } from '@/shell/prefetch-lookups';
import { MemberShell } from '@/shell/member-shell';
import { MemberSheets } from './-member-sheets';

const RealityCheck = lazy(() => import('@/features/care/reality-check'));

export const Route = createFileRoute('/user')({
  beforeLoad: requireSession,
  loader: async ({ cause }) => {
    if (cause !== 'enter') return;
    void prefetchLookups();
    await readFirst(resourceQuery('info'), resourceQuery('enableChatWidget'));
  },
  component: () => (
    <>
      <MemberShell>
        <Outlet />
      </MemberShell>
      <MemberSheets />
      <Suspense>
        <RealityCheck />
      </Suspense>
    </>
  ),
});
