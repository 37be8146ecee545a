import { createRootRoute } from '@tanstack/react-router';
import { sheetSearch } from '@/nav/sheets';

export const Route = createRootRoute({ validateSearch: sheetSearch });
