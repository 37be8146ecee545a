import { createFileRoute } from '@tanstack/react-router';
import { ContactPage } from '@/features/content/contact-page';
import { useSheet } from '@/shell/sheets';

export const Route = createFileRoute('/user/contact')({ component: ContactRoute });

function ContactRoute() {
  const { show } = useSheet();
  return <ContactPage onChat={() => show('chat')} />;
}
