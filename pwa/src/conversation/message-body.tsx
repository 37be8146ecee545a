import type { ShownMessage } from '@/data/chat/types';
import { Bubble, bubblePadding } from './bubble';
import { Cards } from './cards';
import { Media } from './media';
import { useSide } from './side';
import { Words } from './words';

interface MessageBodyProps {
  message: ShownMessage;
  onOpen?: (src: string, alt: string) => void;
}

/** A message of any type. */
export function MessageBody({ message: shown, onOpen }: MessageBodyProps) {
  const { Buttons, Replies } = useSide();
  const { sender, delivery, message } = shown;
  switch (message.message_type) {
    case 'media':
      return <Media message={shown} payload={message.payload} onOpen={onOpen} />;
    case 'generic':
      return <Cards cards={message.payload.elements} />;
    case 'buttons':
      return (
        <Bubble sender={sender} delivery={delivery} isCard className="min-w-[200px]">
          <div className={bubblePadding}>
            <Words text={message.payload.text} />
          </div>
          <Buttons buttons={message.payload.buttons} />
        </Bubble>
      );
    case 'quick_replies':
      return (
        <>
          <Bubble sender={sender} delivery={delivery} className={bubblePadding}>
            <Words text={message.payload.text} />
          </Bubble>
          {Replies && <Replies replies={message.payload.quick_replies} />}
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
