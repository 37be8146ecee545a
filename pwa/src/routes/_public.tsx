import { createFileRoute, Outlet } from '@tanstack/react-router';
import { leaveSession } from '@/shell/guards';
import { PublicShell } from '@/shell/public-shell';
import { PublicSheets } from './-public-sheets';

export const Route = createFileRoute('/_public')({
  // Preloading, when a finger rests on a link, must not end the session.
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
