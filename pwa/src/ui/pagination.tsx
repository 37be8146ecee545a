import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx';
import { IconButton } from './icon-button';

const BEFORE = 3;
const AFTER = 1;

/** Returns the page numbers to offer: up to three before `page`, `page`, and one after. */
export function pageRange(page: number, pages: number): number[] {
  const first = Math.max(1, page - BEFORE);
  const last = Math.min(pages, page + AFTER);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}

interface PaginationProps {
  page: number;
  pages: number;
  onChange: (page: number) => void;
}

export function Pagination({ page, pages, onChange }: PaginationProps) {
  const { t } = useTranslation('ui');
  if (pages <= 1) return null;
  return (
    <nav aria-label={t('pages.label')} className="flex items-center justify-center gap-1">
      <IconButton
        icon={ChevronLeft}
        label={t('pages.previous')}
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
        className="text-ink-2 disabled:opacity-40"
      />
      {pageRange(page, pages).map((each) => (
        <button
          key={each}
          type="button"
          aria-label={t('pages.page', { page: each })}
          aria-current={each === page ? 'page' : undefined}
          onClick={() => onChange(each)}
          className={cx(
            'press grid size-11 place-items-center rounded-field text-body font-medium text-ink-2',
            each === page && 'bg-brand-soft font-semibold text-brand-text',
          )}
        >
          {each}
        </button>
      ))}
      <IconButton
        icon={ChevronRight}
        label={t('pages.next')}
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
        className="text-ink-2 disabled:opacity-40"
      />
    </nav>
  );
}
