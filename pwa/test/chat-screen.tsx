/** Renders the chat's screen on the mocks of `chat-mocks.ts`. */
import { fireEvent, render, screen } from '@testing-library/react';
import type { ShownMessage } from '@/data/domains/chat';
import ChatSheet from '@/features/chat/chat-sheet';
import { setDraft } from '@/features/chat/draft';
import { Sheet } from '@/ui/sheet';
import { resetRoom, room } from './chat-mocks';

export function resetChat(): void {
  resetRoom();
  setDraft('');
}

/** Opens the chat with these messages. The returned `next` shows it with other messages. */
export function renderChat(...messages: ShownMessage[]) {
  const page = (now: ShownMessage[]) => {
    room.conversation = { ...room.conversation, messages: now };
    return (
      <Sheet open onClose={() => {}}>
        <ChatSheet />
      </Sheet>
    );
  };
  const { rerender } = render(page(messages));
  return { next: (...now: ShownMessage[]) => rerender(page(now)) };
}

/** Returns the row of the message with this text. */
export const findMessageRow = (text: string) =>
  screen.getByText(text).closest<HTMLElement>('[role=listitem]')!;

export const findMessageField = () => screen.getByLabelText<HTMLTextAreaElement>('Message');

export const typeMessage = (text: string) =>
  fireEvent.change(findMessageField(), { target: { value: text } });
