import { createRootRoute } from '@tanstack/react-router';
import { sheetSearch } from '@/shell/sheets';

export const Route = createRootRoute({ validateSearch: sheetSearch });
