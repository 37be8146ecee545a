import { Link } from '@tanstack/react-router';
import type { LineLink } from '@/features/statement/statement-line';

/** The link to a statement line's page, which covers the whole row. */
export const lineLink: LineLink = (id, words, name) => (
  <Link
    to="/user/statement/$id"
    params={{ id }}
    aria-label={name}
    className="outline-none after:absolute after:-inset-x-2 after:inset-y-0 after:rounded-field active:after:bg-ink/5 focus-visible:after:outline-2 focus-visible:after:outline-brand"
  >
    {words}
  </Link>
);
