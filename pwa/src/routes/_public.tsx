import { createFileRoute, Outlet } from '@tanstack/react-router';
import { refresh } from '@/data/cache';
import { leaveSession } from '@/shell/guards';
import { PublicShell } from '@/shell/public-shell';
import { PublicSheets } from './-public-sheets';

export const Route = createFileRoute('/_public')({
  beforeLoad: leaveSession,
  loader: () => void refresh('lookups'),
  component: () => (
    <>
      <PublicShell>
        <Outlet />
      </PublicShell>
      <PublicSheets />
    </>
  ),
});
