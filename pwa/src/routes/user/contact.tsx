import { createFileRoute } from '@tanstack/react-router';
import { readFirst } from '@/data/engine/live/live';
import { resourceReading } from '@/data/engine/resources/use-resource';
import { ContactPage } from '@/features/content/contact-page';

export const Route = createFileRoute('/user/contact')({
  loader: () => readFirst(resourceReading('contact')),
  component: ContactPage,
});
