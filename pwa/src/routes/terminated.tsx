import { createFileRoute } from '@tanstack/react-router';
import { TerminatedPage } from '@/shell/terminated-page';

export const Route = createFileRoute('/terminated')({ component: TerminatedPage });
