import { lazy, Suspense, useEffect } from 'react';
import { startChat } from '@/data/chat/start';
import { useResource } from '@/data/resources/useResource';
import { UpdateBanner } from './update-banner';

const ChatDisc = lazy(() => import('./chat-disc'));

/** What floats above the bar, one over the other: the chat where the house has one, and the update. */
export function Dock() {
  const hasChat = useResource('enableChatWidget').data?.enableChatWidget === true;
  // What the house tells over the chat's line is news for the wallet too, with or without a chat.
  useEffect(() => startChat(), []);
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(78px+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-[480px] flex-col gap-2 px-4">
      {hasChat && (
        <Suspense>
          <ChatDisc />
        </Suspense>
      )}
      <UpdateBanner />
    </div>
  );
}
