import { createFileRoute, Outlet } from '@tanstack/react-router';
import { leaveSession } from '@/shell/guards';
import { PublicShell } from '@/shell/public-shell';
import { PublicSheets } from './-public-sheets';

export const Route = createFileRoute('/_public')({
  // A finger that rests on a link has not left yet.
  beforeLoad: ({ preload }) => {
    if (!preload) leaveSession();
  },
  component: () => (
    <>
      <PublicShell>
        <Outlet />
      </PublicShell>
      <PublicSheets />
    </>
  ),
});
