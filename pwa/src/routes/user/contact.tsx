import { createFileRoute } from '@tanstack/react-router';
import { readFirst } from '@/data/hooks/live';
import { resourceReading } from '@/data/resources/useResource';
import { ContactPage } from '@/features/content/contact-page';

export const Route = createFileRoute('/user/contact')({
  loader: () => readFirst(resourceReading('contact')),
  component: ContactPage,
});
