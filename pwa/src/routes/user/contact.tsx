import { createFileRoute } from '@tanstack/react-router';
import { readFirst } from '@/data/engine/live/live';
import { resourceQuery } from '@/data/engine/resources/use-resource';
import { ContactPage } from '@/features/content/contact-page';

export const Route = createFileRoute('/user/contact')({
  loader: () => readFirst(resourceQuery('contact')),
  component: ContactPage,
});
