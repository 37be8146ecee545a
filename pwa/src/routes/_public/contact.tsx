import { createFileRoute } from '@tanstack/react-router';
import { ContactPage } from '@/features/content/contact-page';
import { PublicHead } from '@/shell/public-shell';

export const Route = createFileRoute('/_public/contact')({ component: ContactRoute });

function ContactRoute() {
  return (
    <>
      <PublicHead />
      <div className="px-4 pt-2">
        <ContactPage />
      </div>
    </>
  );
}
