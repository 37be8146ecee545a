import { createFileRoute, Outlet } from '@tanstack/react-router';
import { refresh } from '@/data/cache';
import { requireSession } from '@/shell/guards';
import { MemberShell } from '@/shell/member-shell';
import { MemberSheets } from './-member-sheets';

export const Route = createFileRoute('/user')({
  beforeLoad: requireSession,
  loader: () => void refresh('lookups'),
  component: () => (
    <>
      <MemberShell>
        <Outlet />
      </MemberShell>
      <MemberSheets />
    </>
  ),
});
