/** What the engine has to know of the conversation. */
import { registerKind } from '../../engine/outbox/kinds';
import { chat } from './kind';

registerKind('chat', chat);
