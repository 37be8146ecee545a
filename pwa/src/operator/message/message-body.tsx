import type { ShownMessage } from '@/data/chat/types';
import { Words } from '@/features/chat/words';
import { Bubble, bubblePadding } from './bubble';
import { ButtonRows } from './button-rows';
import { Cards } from './cards';
import { Media } from './media';
import { ReplyPills } from './reply-pills';

interface MessageBodyProps {
  /** Absent in a preview. */
  conversation?: string;
  message: ShownMessage;
  onOpen?: (src: string, alt: string) => void;
}

/** A message of any type, as the customer sees it. Its buttons are theirs to press. */
export function MessageBody({ conversation, message: shown, onOpen }: MessageBodyProps) {
  const { sender, delivery, message } = shown;
  switch (message.message_type) {
    case 'media':
      return <Media conversation={conversation} message={shown} payload={message.payload} onOpen={onOpen} />;
    case 'generic':
      return <Cards cards={message.payload.elements} />;
    case 'buttons':
      return (
        <Bubble sender={sender} delivery={delivery} isCard className="min-w-[200px]">
          <div className={bubblePadding}>
            <Words text={message.payload.text} />
          </div>
          <ButtonRows buttons={message.payload.buttons} />
        </Bubble>
      );
    case 'quick_replies':
      return (
        <>
          <Bubble sender={sender} delivery={delivery} className={bubblePadding}>
            <Words text={message.payload.text} />
          </Bubble>
          <ReplyPills replies={message.payload.quick_replies} />
        </>
      );
    case 'text':
    case 'postback':
      return (
        <Bubble sender={sender} delivery={delivery} className={bubblePadding}>
          <Words text={message.message_type === 'text' ? message.payload : message.payload.title} />
        </Bubble>
      );
    // A newer server may know more than this page.
    default:
      return null;
  }
}
