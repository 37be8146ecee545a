import { createFileRoute } from '@tanstack/react-router';
import { HowtoPage } from '@/features/content/howto-page';
import { PublicHead } from '@/shell/public-shell';

export const Route = createFileRoute('/_public/howto')({
  component: () => (
    <>
      <PublicHead />
      <div className="px-4 pt-2">
        <HowtoPage />
      </div>
    </>
  ),
});
